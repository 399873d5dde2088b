import { type RawBuilder, sql } from 'kysely';
import type { Money } from '../../../core/companies/own-descriptors.ts';
import {
  allOwnFields,
  isChosen,
  isNumeric,
  type OwnField,
  type OwnValues,
  ownFieldsAt,
} from '../../../core/companies/own-fields.ts';
import type { OwnChoice } from '../../../core/companies/own-filters.ts';
import { inDollars } from '../../../core/companies/rates.ts';
import { DAY } from '../../../core/time.ts';
import type { Db } from '../../platform/database/types.ts';

/** What a value is ordered by; undefined where it is no number, as money without a rate. */
function numberOf({ type }: OwnField, value: unknown): number | undefined {
  if (type === 'date') return Date.parse(`${String(value)}T00:00:00Z`) / DAY;
  if (type !== 'money') return Number(value);
  const { amount, currency, year } = value as Money;
  return inDollars(amount, currency, year ?? Number.NaN);
}

/** What a company is looked up and ordered by in its own fields. Of removed fields too: they may come back. */
export function ownFacetsOf(values: OwnValues | null) {
  const facets: { facet: 'field'; value: string }[] = [];
  const numbers: { field: string; value: number }[] = [];
  if (values)
    for (const field of allOwnFields()) {
      const value = values[field.id];
      if (value === undefined) continue;
      if (isChosen(field.type))
        for (const one of new Set([value].flat()))
          facets.push({ facet: 'field', value: `${field.id}:${String(one)}` });
      const number = isNumeric(field.type) ? numberOf(field, value) : undefined;
      if (number !== undefined && Number.isFinite(number)) numbers.push({ field: field.id, value: number });
    }
  return { facets, numbers };
}

const inRange = ({ min = null, max = null }: OwnChoice): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [
      ...(min === null ? [] : [sql`value >= cast(${min} as double precision)`]),
      ...(max === null ? [] : [sql`value <= cast(${max} as double precision)`]),
    ],
    sql` and `,
  )})`;

/** The ids of the companies that have one of the choices. @param choices of one own field */
export function havingChoice(db: Db, choices: readonly OwnChoice[]) {
  const [{ field }] = choices as [OwnChoice, ...OwnChoice[]];
  if (isChosen(field.type))
    return db
      .selectFrom('company_facets')
      .select('company_id')
      .where('facet', '=', 'field')
      .where(
        'value',
        'in',
        choices.map(({ value }) => `${field.id}:${value}`),
      );
  return db
    .selectFrom('company_numbers')
    .select('company_id')
    .where('field', '=', field.id)
    .where((eb) => eb.or(choices.map(inRange)));
}

/** Steps of a number that are offered at most. */
const RANGES_MAX = 6;

/** Numbers in steps of about as many companies each; both ends of a step are numbers that companies have. */
function stepsOf(counted: readonly { value: number; count: number }[]) {
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const steps: { min: number; max: number; count: number }[] = [];
  let sum = 0;
  for (const { value, count } of counted) {
    const last = steps.at(-1);
    const isFull = counted.length <= RANGES_MAX || sum >= (total * steps.length) / RANGES_MAX;
    if (last && !isFull) {
      last.max = value;
      last.count += count;
    } else steps.push({ min: value, max: value, count });
    sum += count;
  }
  return steps;
}

/** The steps of a field's numbers. @param among the condition of the companies that are counted, by `company_id` */
export async function countSteps(db: Db, { id }: OwnField, among: RawBuilder<boolean>) {
  const rows = await db
    .selectFrom('company_numbers')
    .select((eb) => ['value', eb.fn.countAll<number>().as('count')])
    .where('field', '=', id)
    .where(among)
    .groupBy('value')
    .orderBy('value')
    .execute();
  return stepsOf(rows.map(({ value, count }) => ({ value: Number(value), count: Number(count) })));
}

/**
 * What can be chosen of the own fields that lists are narrowed by, with how many companies each choice would list.
 * @param found the ids of the companies under the choices; `without` leaves a field's own out
 */
export async function countOwnFacets(db: Db, found: (without: OwnField) => RawBuilder<unknown>) {
  return Promise.all(
    ownFieldsAt('filter').map(async (field) => {
      const ids = sql<boolean>`company_id in (${found(field)})`;
      if (!isChosen(field.type)) return { id: field.id, values: [], steps: await countSteps(db, field, ids) };
      const rows = await db
        .selectFrom('company_facets')
        .select((eb) => ['value', eb.fn.countAll<number>().as('count')])
        .where('facet', '=', 'field')
        .where('value', 'like', `${field.id}:%`)
        .where(ids)
        .groupBy('value')
        .execute();
      const order = field.options.map(({ id }) => id);
      const values = rows
        .map(({ value, count }) => ({ value: value.slice(field.id.length + 1), count: Number(count) }))
        .filter(({ value }) => field.type === 'country' || order.includes(value))
        .sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value) || b.count - a.count);
      return { id: field.id, values, steps: [] };
    }),
  );
}
