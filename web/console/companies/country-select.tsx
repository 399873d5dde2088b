import { type ReactNode, useMemo } from 'react';
import { countryName } from '../../../core/country-name.ts';
import { type Language, LOCALES } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Select } from '../../shared/ui/input.tsx';

/** Codes that `Intl` has a name for and ISO 3166 has not: unions, parts of countries, codes for private use. */
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The countries by their names in a language. A code that was given up for another one is left out. */
function countriesIn(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(LOCALES[language], { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((value) => {
      const isCurrent = new Intl.Locale(`und-${value}`).region === value;
      const isCountry = names.of(value) !== undefined && isCurrent && !NO_COUNTRY.has(value);
      return isCountry ? [{ value, label: countryName(value, language) }] : [];
    })
    .sort((a, b) => a.label.localeCompare(b.label, LOCALES[language]));
}

/** A country, or none. Needs the texts of `edit`. */
export function CountrySelect({
  value,
  ...control
}: {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  required?: boolean;
  value: string;
  onChange(country: string): void;
}) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const countries = useMemo(() => countriesIn(language), [language]);
  const isListed = value === '' || countries.some((country) => country.value === value);
  return (
    <Select
      {...control}
      value={value}
      options={[
        { value: '', label: t('notStated') },
        ...(isListed ? [] : [{ value, label: value }]),
        ...countries,
      ]}
    />
  );
}
