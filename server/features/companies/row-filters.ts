import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../core/call.ts';
import type { countRowFilters, RowFilter } from '../../../core/companies/admin-calls.ts';
import { isNumeric, ownFields } from '../../../core/companies/own-fields.ts';
import { editorsChoiceOf, rangeText } from '../../../core/companies/own-filters.ts';
import {
  CHANGED_WITHIN,
  type CountedFilter,
  LACKED_FIELDS,
  ROW_FILTER_NAMES,
  type RowFilterName,
  type RowFilters,
} from '../../../core/companies/row-filters.ts';
import { type Language, offeredLanguages } from '../../../core/languages.ts';
import { DAY } from '../../../core/time.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { havingIssue } from './issues.ts';
import { searchConnection, searchResults, selectMatching } from './list-query.ts';
import { countSteps, havingChoice } from './own-facets.ts';

/** What the filters of a list are evaluated at. */
export type RowContext = RowFilters & Pick<RowFilter, 'years' | 'months'> & { today: string; now: Date };

type Condition<F extends RowFilterName> = (
  db: Db,
  value: NonNullable<RowFilters[F]>,
  context: RowContext,
) => RawBuilder<boolean>;

/** The ids in parentheses, as a query builder writes itself into another statement. */
const isIn = (ids: RawBuilder<unknown> | Expression<unknown>) => sql<boolean>`c.id in ${ids}`;

const withFacet = (facet: string) => (_: Db, values: string[]) =>
  isIn(
    sql`(select company_id from company_facets where facet = ${facet} and value in (${sql.join(values.length > 0 ? values : [''])}))`,
  );

/** Has a text that meets a condition, in one language or in any. */
const havingText = (condition: string) => (_: Db, language: Language | 'any') =>
  isIn(
    sql`(select company_id from company_texts where ${sql.raw(condition)} and ${
      language === 'any' ? sql`language in (${sql.join(offeredLanguages())})` : sql`language = ${language}`
    })`,
  );

/** The saves that `changed_days` and `changed_by` are about. */
const ofSaves = ({ changed_days, changed_by, now }: RowContext) =>
  sql<boolean>`${sql.join(
    [
      sql`1 = 1`,
      ...(changed_days === undefined
        ? []
        : [sql`at >= ${new Date(now.getTime() - changed_days * DAY).toISOString()}`]),
      ...(changed_by === undefined ? [] : [sql`actor = ${changed_by}`]),
    ],
    sql` and `,
  )}`;
const hasSave = (context: RowContext) =>
  isIn(sql`(select company_id from company_versions where ${ofSaves(context)})`);

/** Conditions for missing values. */
const LACKING: Record<(typeof LACKED_FIELDS)[number], RawBuilder<boolean>> = {
  sources: sql`c.sources = '[]'`,
  logo: sql`(c.logo is null or c.logo = '')`,
  website: sql`(c.website is null or c.website = '')`,
  country: sql`c.country is null`,
  kinds: sql`c.kinds = '[]'`,
  tags: sql`c.tags = '[]'`,
  figures: sql`c.figures = '[]'`,
};

const ROW_CONDITIONS: { [F in RowFilterName]: Condition<F> } = {
  issue: (db, issue, context) => isIn(havingIssue(db, issue, context)),
  draft: (db, state) => {
    const drafts = db.selectFrom('company_drafts').select('company_id');
    return isIn(state === 'any' ? drafts : drafts.where('state', '=', state));
  },
  visibility: (_, visibility) => sql<boolean>`c.show_on_site = ${visibility === 'shown' ? 1 : 0}`,
  missing: (_, language) =>
    language === 'any'
      ? sql<boolean>`(select count(*) from company_texts t where t.company_id = c.id
          and t.language in (${sql.join(offeredLanguages())})) < ${offeredLanguages().length}`
      : sql<boolean>`c.id not in (select company_id from company_texts where language = ${language})`,
  outdated: havingText('pending_since is not null'),
  unreviewed: havingText('reviewed = 0'),
  lacks: (_, field) => LACKING[field],
  changed_days: (_, __, context) => hasSave(context),
  changed_by: (_, __, context) => hasSave(context),
  status: withFacet('status'),
  kind: withFacet('kind'),
  tag: withFacet('tag'),
  country: withFacet('country'),
  field: (db, text) => {
    const choice = editorsChoiceOf(text);
    return choice ? isIn(havingChoice(db, [choice])) : sql<boolean>`1 = 0`;
  },
};

/** Whether a list is narrowed by one of the filters. */
export const hasRowFilter = (filters: RowFilters): boolean =>
  ROW_FILTER_NAMES.some((name) => filters[name] !== undefined);

/** The conditions of company `c`, without those of some filters. */
export function rowConditions(
  db: Db,
  context: RowContext,
  without: readonly RowFilterName[] = [],
): RawBuilder<boolean>[] {
  return ROW_FILTER_NAMES.flatMap((name) => {
    const value = context[name];
    if (value === undefined || without.includes(name)) return [];
    return [(ROW_CONDITIONS[name] as Condition<RowFilterName>)(db, value as never, context)];
  });
}

interface CountedRow {
  value: string | number;
  count: string | number;
}

/** That a column has the id of a company under the other filters; true where there are none. */
type Within = (column: string) => RawBuilder<boolean>;

type OptionCount = (db: Db, within: Within, context: RowContext) => Promise<CountedRow[]>;

/** Options of a filter at most. */
const OPTIONS_COUNTED = 200;

const optionRows = async (db: Db, query: RawBuilder<CountedRow>) => (await query.execute(db)).rows;

/** Counts several options by one look at each row of `from`. @param counts what counts one option */
async function countEach(
  db: Db,
  counts: Record<string, RawBuilder<unknown>>,
  from: RawBuilder<unknown>,
): Promise<CountedRow[]> {
  const columns = Object.entries(counts).map(([value, count]) => sql`${count} as ${sql.ref(value)}`);
  const { rows } = await sql<
    Record<string, string | number | null>
  >`select ${sql.join(columns)} from ${from}`.execute(db);
  return Object.entries(rows[0] ?? {}).map(([value, count]) => ({ value, count: count ?? 0 }));
}

const countIf = (condition: RawBuilder<unknown>) => sql`sum(case when ${condition} then 1 else 0 end)`;

const countFacet =
  (facet: string): OptionCount =>
  (db, within) =>
    optionRows(
      db,
      sql`select value, count(*) as count from company_facets where facet = ${facet} and ${within('company_id')}
        group by value order by count desc, value limit ${OPTIONS_COUNTED}`,
    );

const isInOffered = () => sql`language in (${sql.join(offeredLanguages())})`;

const countTexts =
  (condition: string): OptionCount =>
  (db, within) =>
    countEach(
      db,
      Object.fromEntries([
        ['any', sql`count(distinct company_id)`],
        ...offeredLanguages().map((language) => [language, countIf(sql`language = ${language}`)]),
      ]),
      sql`company_texts where ${sql.raw(condition)} and ${isInOffered()} and ${within('company_id')}`,
    );

const OPTION_COUNTS: Record<CountedFilter, OptionCount> = {
  draft: async (db, within) => {
    const drafts = await optionRows(
      db,
      sql`select state as value, count(*) as count from company_drafts where ${within('company_id')} group by state`,
    );
    return [...drafts, { value: 'any', count: drafts.reduce((sum, { count }) => sum + Number(count), 0) }];
  },
  visibility: (db, within) =>
    optionRows(
      db,
      sql`select case when c.show_on_site = 1 then 'shown' else 'hidden' end as value, count(*) as count
        from companies c where ${within('c.id')} group by c.show_on_site`,
    ),
  missing: (db, within) => {
    const texts = sql`(select ${sql.join(
      offeredLanguages().map(
        (known) => sql`max(case when language = ${known} then 1 else 0 end) as ${sql.ref(known)}`,
      ),
    )} from company_texts where ${within('company_id')} group by company_id) as t`;
    const lacks = offeredLanguages().map((known) => [known, sql`t.${sql.ref(known)} = 0`] as const);
    return countEach(
      db,
      Object.fromEntries(
        [
          [
            'any',
            sql`(${sql.join(
              lacks.map(([, lack]) => lack),
              sql` or `,
            )})`,
          ] as const,
          ...lacks,
        ].map(([value, lack]) => [value, countIf(lack)]),
      ),
      texts,
    );
  },
  outdated: countTexts('pending_since is not null'),
  unreviewed: countTexts('reviewed = 0'),
  lacks: (db, within) =>
    countEach(
      db,
      Object.fromEntries(LACKED_FIELDS.map((field) => [field, countIf(LACKING[field])])),
      sql`companies c where ${within('c.id')}`,
    ),
  changed_days: (db, within, context) =>
    countEach(
      db,
      Object.fromEntries(
        CHANGED_WITHIN.map((changed_days) => [
          String(changed_days),
          sql`count(distinct case when ${ofSaves({ ...context, changed_days })} then company_id end)`,
        ]),
      ),
      sql`company_versions where ${within('company_id')}`,
    ),
  changed_by: (db, within, { changed_by: _, ...context }) =>
    optionRows(
      db,
      sql`select actor as value, count(distinct company_id) as count from company_versions
        where ${within('company_id')} and actor <> '' and ${ofSaves(context)}
        group by actor order by count desc, actor limit ${OPTIONS_COUNTED}`,
    ),
  status: countFacet('status'),
  kind: countFacet('kind'),
  tag: countFacet('tag'),
  country: countFacet('country'),
  field: countFacet('field'),
};

/** Two filters about the same saves are counted together. */
const TOGETHER: Partial<Record<CountedFilter, readonly RowFilterName[]>> = {
  changed_days: ['changed_days', 'changed_by'],
  changed_by: ['changed_days', 'changed_by'],
};

/** Ranges of the numbers of own fields, of those that readers are not offered too. */
async function countRanges(db: Db, among: RawBuilder<boolean>) {
  const numeric = ownFields().filter(({ type }) => isNumeric(type) && type !== 'date');
  const counted = await Promise.all(
    numeric.map(async (field) =>
      (await countSteps(db, field, among)).map(({ min, max, count }) => ({
        value: rangeText(field.id, min, max),
        count,
      })),
    ),
  );
  return counted.flat();
}

/** How many companies each option of each filter would list, under the other filters. */
export async function countRowOptions(
  database: Database,
  filter: RowContext & Pick<RowFilter, 'q' | 'category'> & { language: Language },
): Promise<Answer<typeof countRowFilters>> {
  const { q, category, language } = filter;
  const db = await searchConnection(database);
  const among = { category, language, includeHidden: true };
  const results = await searchResults(database, db, { q, ...among });
  const isAll = !results && (category ?? 'all') === 'all';
  const without = (name: CountedFilter): Within => {
    const conditions = rowConditions(db, filter, TOGETHER[name] ?? [name]);
    if (isAll && conditions.length === 0) return () => sql<boolean>`1 = 1`;
    let wanted = selectMatching(db, { ...among, results }).select('c.id');
    for (const condition of conditions) wanted = wanted.where(condition);
    return (column) => sql<boolean>`${sql.ref(column)} in ${wanted}`;
  };
  const counted = (Object.keys(OPTION_COUNTS) as CountedFilter[]).map(async (name) => {
    const within = without(name);
    const rows = await OPTION_COUNTS[name](db, within, filter);
    const options = rows.map(({ value, count }) => ({ value: String(value), count: Number(count) }));
    if (name === 'field') options.push(...(await countRanges(db, within('company_id'))));
    return [name, options.filter(({ count }) => count > 0)] as const;
  });
  return Object.fromEntries(await Promise.all(counted)) as Answer<typeof countRowFilters>;
}
