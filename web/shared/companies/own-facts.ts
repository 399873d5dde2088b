import type { Money } from '../../../core/companies/own-descriptors.ts';
import {
  type OwnField,
  type OwnValues,
  ownFieldsAt,
  type Place,
} from '../../../core/companies/own-fields.ts';
import type { OwnChoice } from '../../../core/companies/own-filters.ts';
import { countryName } from '../../../core/country-name.ts';
import type { Language } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { nameIn } from '../../../core/localized.ts';
import { langOf } from '../../../core/text.ts';
import { formatDay } from '../../i18n/days.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';

/** A value of an own field as readers see it. */
export interface OwnFact {
  field: OwnField;
  label: string;
  text: string;
  /** Where its address leads. */
  href?: string;
  image?: string;
  /** Language of the text, where it differs from the language of the page. */
  lang?: string | undefined;
}

/** The name of an option, or of a yes or no. */
const optionName = ({ options }: OwnField, value: unknown, language: Language): string => {
  const id = String(value);
  return nameIn(options.find((option) => option.id === id)?.names ?? {}, language) ?? id;
};

function moneyText({ amount, currency, year }: Money, language: Language): string {
  const text = formatAmount(amount, currency, language);
  return year === undefined ? text : `${text} (${year})`;
}

/** Units in Chinese, Japanese and Korean stand at the number without a space. */
const STANDS_CLOSE = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** A value in words. */
export function ownText(field: OwnField, value: unknown, language: Language): string {
  switch (field.type) {
    case 'number': {
      const unit = nameIn(field.units, language);
      const number = formatNumber(value as number, language);
      return unit ? `${number}${STANDS_CLOSE.test(unit) ? '' : ' '}${unit}` : number;
    }
    case 'money':
      return moneyText(value as Money, language);
    case 'date':
      return formatDay(value as string, language);
    case 'country':
      return countryName(value as string, language);
    case 'choice':
    case 'switch':
      return optionName(field, value, language);
    case 'choices':
      return formatList(
        (value as string[]).map((one) => optionName(field, one, language)),
        language,
      );
    case 'address':
      return new URL(value as string).hostname.replace(/^www\./, '');
    default:
      return String(value);
  }
}

/** What a list is narrowed by in an own field, in words: a value, or a range of numbers. */
export function ownChoiceText(
  { field, value, min = null, max = null }: OwnChoice,
  language: Language,
): string {
  if (value !== undefined) return ownText(field, field.type === 'choices' ? [value] : value, language);
  const end = (number: number | null) => {
    if (number === null) return '';
    return field.type === 'money' ? formatAmount(number, 'USD', language) : ownText(field, number, language);
  };
  return min === max ? end(min) : `${end(min)}–${end(max)}`;
}

/** What a company says of the own fields that readers see at a place, in their order. */
export function ownFactsAt(
  place: Place,
  values: OwnValues | null | undefined,
  language: Language,
): OwnFact[] {
  if (!values) return [];
  return ownFieldsAt(place).flatMap((field) => {
    const value = values[field.id];
    if (value === undefined || value === null) return [];
    const { type } = field;
    const text = ownText(field, value, language);
    return [
      {
        field,
        label: nameIn(field.names, language) ?? field.id,
        text,
        ...(type === 'address' ? { href: String(value) } : {}),
        ...(type === 'image' ? { image: String(value) } : {}),
        ...(type === 'text' || type === 'texts' ? { lang: langOf(text, language) } : {}),
      },
    ];
  });
}
