import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { extremes } from '../../../core/companies/comparison.ts';
import { type OwnField, ownFieldsAt, ownName } from '../../../core/companies/own-fields.ts';
import { isOfOneTime, isYearly } from '../../../core/companies/per-person.ts';
import { countryName } from '../../../core/country-name.ts';
import type { Language } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { nameIn } from '../../../core/localized.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ownFactsAt } from '../../shared/companies/own-facts.ts';
import { formatPrice } from '../../shared/companies/price.ts';
import { useRevenueKind, useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { kindLabel, tagLabel } from '../../shared/companies/value-names.ts';
import { useRoot } from '../../shared/root-data.ts';

/** What is compared of a company. */
export type Compared = Pick<
  CompanyDetail,
  | 'id'
  | 'name'
  | 'logo'
  | 'language'
  | 'description'
  | 'category'
  | 'founder'
  | 'founders'
  | 'founded'
  | 'country'
  | 'city'
  | 'kinds'
  | 'tags'
  | 'status'
  | 'revenue'
  | 'revenue_as_of'
  | 'revenue_basis'
  | 'revenue_per_person'
  | 'employees'
  | 'employees_as_of'
  | 'score'
  | 'likes'
  | 'lesson'
  | 'figures'
  | 'fields'
> & {
  /** The revenue in US dollars; null where it names no figure. */
  dollars: number | null;
};

export type Extreme = 'highest' | 'lowest' | 'earliest' | 'latest';

export interface Cell {
  /** Null where nothing is known. */
  text: string | null;
  note?: string;
  extreme?: Extreme;
  /** Language of a text from the company's data; undefined for texts of the interface. */
  lang?: Language | undefined;
}

export interface FactRow {
  id: string;
  label: string;
  cells: Cell[];
  /** Whether all companies have the same value, or all have no value. */
  isSame: boolean;
  /** Whether its cells are set as figures. */
  isNumber?: boolean;
}

/** The facts of companies, row by row, with the highest and lowest of each number marked. */
export function useFacts(companies: readonly Compared[]): FactRow[] {
  const { t } = useTranslation(['companies', 'compare', 'categories']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const revenueKind = useRevenueKind();
  const list = (parts: readonly string[]) => (parts.length > 0 ? formatList(parts, language) : null);

  function row(id: string, label: string, cellOf: (company: Compared) => Cell | string | null): FactRow {
    const cells = companies.map((company) => {
      const cell = cellOf(company);
      return typeof cell === 'object' && cell !== null ? cell : { text: cell || null };
    });
    const values = new Set(cells.map(({ text, note }) => JSON.stringify([text, note ?? ''])));
    return { id, label, cells, isSame: values.size === 1 };
  }

  function numbers(
    id: string,
    label: string,
    numberOf: (company: Compared) => number | null,
    cellOf: (company: Compared) => Cell | string | null,
    [most, least]: readonly [Extreme, Extreme] = ['highest', 'lowest'],
  ): FactRow {
    const values = companies.map(numberOf);
    const ends = extremes(values);
    const made = row(id, label, cellOf);
    const cells = made.cells.map((cell, i) => {
      const extreme = ends && { [ends.lowest]: least, [ends.highest]: most }[values[i] ?? Number.NaN];
      return extreme ? { ...cell, extreme } : cell;
    });
    return { ...made, cells };
  }

  /** Numbers and years have a highest and a lowest one; money in several currencies has not. */
  function ownRow(field: OwnField): FactRow {
    const { id, type, names } = field;
    const label = nameIn(names, language) ?? id;
    const cellOf = ({ fields }: Compared): Cell | null => {
      const [fact] = ownFactsAt('compare', fields && { [id]: fields[id] }, language);
      return fact ? { text: fact.text, lang: fact.lang as Language | undefined } : null;
    };
    if (type !== 'number' && type !== 'year') return row(ownName(id), label, cellOf);
    const numberOf = ({ fields }: Compared) => (fields?.[id] as number | undefined) ?? null;
    const made = numbers(
      ownName(id),
      label,
      numberOf,
      cellOf,
      type === 'year' ? ['latest', 'earliest'] : undefined,
    );
    return { ...made, isNumber: true };
  }

  const asOf = (year: number | null) => (year === null ? '' : t('asOf', { year }));
  const rows = [
    row('description', t('compare:description'), ({ description, language: lang }) => ({
      text: description,
      lang,
    })),
    row('category', t('compare:category'), ({ category }) => t(`categories:${category}.name`)),
    numbers(
      'revenue',
      t(companies.every(isYearly) ? 'revenue' : 'revenueShort'),
      (company) => (isYearly(company) ? company.dollars : null),
      (company) =>
        company.revenue && {
          text: revenueText(company.revenue),
          note: [asOf(company.revenue_as_of), revenueKind(company)].filter(Boolean).join(' · '),
        },
    ),
    numbers(
      'employees',
      t('employees'),
      ({ employees }) => employees,
      ({ employees, employees_as_of }) =>
        employees === null ? null : { text: formatNumber(employees, language), note: asOf(employees_as_of) },
    ),
    numbers(
      'perPerson',
      t('perPerson'),
      (company) => (isOfOneTime(company) ? company.revenue_per_person : null),
      (company) =>
        company.revenue_per_person !== null && isOfOneTime(company)
          ? formatAmount(company.revenue_per_person, 'USD', language)
          : null,
    ),
    row('founder', t('founder'), ({ founders, founder }) =>
      founders.length > 0 ? list(founders.map(({ name }) => name)) : founder,
    ),
    numbers(
      'founded',
      t('founded'),
      ({ founded }) => founded,
      ({ founded }) => (founded === null ? null : String(founded)),
      ['latest', 'earliest'],
    ),
    row('place', t('place'), ({ country, city }) => {
      const place = country && countryName(country, language);
      return place && city && city !== place ? t('cityAndCountry', { city, country: place }) : place || city;
    }),
    row('kinds', t('kinds'), ({ kinds }) => list(kinds.map((kind) => kindLabel(t, kind)))),
    row('tags', t('tags'), ({ tags }) => list(tags.map((tag) => tagLabel(t, tag)))),
    row('status', t('status'), ({ status }) => {
      if (!status) return null;
      const what = t(`status_${status.kind}`);
      return [
        status.by ? t('statusBy', { status: what, by: status.by }) : what,
        status.year,
        status.price && formatPrice(status.price, language),
      ]
        .filter(Boolean)
        .join(' · ');
    }),
    numbers(
      'score',
      t('compare:score'),
      ({ score }) => score,
      ({ score }) => t('pts', { score }),
    ),
    numbers(
      'likes',
      t('compare:likes'),
      ({ likes }) => likes,
      ({ likes }) => formatNumber(likes, language),
    ),
    ...ownFieldsAt('compare').map(ownRow),
    row('lesson', t('lesson'), ({ lesson, language: lang }) => lesson && { text: lesson, lang }),
  ];
  // A row without a value of any company is left out.
  return rows.filter(({ cells }) => cells.some(({ text }) => text !== null));
}
