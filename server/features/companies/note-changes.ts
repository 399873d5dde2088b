import type { Insertable } from 'kysely';
import { REPORTED_FIELDS } from '../../../core/changes/calls.ts';
import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import type { Source } from '../../../core/companies/sources.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { HOUR } from '../../../core/time.ts';
import type { CompanyChangeTable } from '../../platform/database/company-tables.ts';
import { newId } from '../../platform/database/ids.ts';
import { compiled, compiledInsert } from '../../platform/database/statements.ts';
import type { Db } from '../../platform/database/types.ts';

type ReportedField = (typeof REPORTED_FIELDS)[number];

/** Edits of one field within this time of each other are one change, in milliseconds. */
const FOLDED_WITHIN = HOUR;

/** Field with the year of a figure, by the figure's field. */
const YEARS: Partial<Record<ReportedField, string>> = {
  revenue: 'revenue_as_of',
  employees: 'employees_as_of',
};

type NewChange = Insertable<CompanyChangeTable>;

interface SavedChanges {
  companyId: string;
  changes: readonly HistoryChange[];
}

const isReported = (change: HistoryChange): change is HistoryChange & { field: ReportedField } =>
  change.language === null && REPORTED_FIELDS.some((field) => field === change.field);

/** A status is told by its kind. */
const reportedValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'kind' in value ? value.kind : value;

/** Year and source of a figure in the same save. */
function evidenceOf(field: ReportedField, changes: readonly HistoryChange[]) {
  const afterOf = (name: string) => changes.find((change) => change.field === name)?.after;
  const year = YEARS[field] && afterOf(YEARS[field]);
  const sources = afterOf('sources');
  const source = Array.isArray(sources)
    ? (sources as Source[]).findLast(({ supports }) => supports.some((topic) => topic === field))
    : undefined;
  return { year: typeof year === 'number' ? year : null, source: source?.url ?? null };
}

/**
 * Records the public changes of saves. A change of a field within an hour of its last change extends that one, and
 * is removed where it returns to the first value.
 */
export async function noteChanges(tx: Db, saves: readonly SavedChanges[], now: Date): Promise<void> {
  await notePublished(tx, saves, now);
  const reported = saves.flatMap(({ companyId, changes }) =>
    changes.filter(isReported).map(({ field, before, after }) => ({
      company_id: companyId,
      field,
      before: JSON.stringify(reportedValue(before) ?? null),
      after: JSON.stringify(reportedValue(after) ?? null),
      ...evidenceOf(field, changes),
    })),
  );
  await recordReported(tx, reported, now);
}

/** Adds changes, or continues those of the last hour. */
async function recordReported(
  tx: Db,
  reported: readonly Omit<NewChange, 'id' | 'at'>[],
  now: Date,
): Promise<void> {
  if (reported.length === 0) return;
  const at = now.toISOString();
  const recent = await tx
    .selectFrom('company_changes')
    .select(['id', 'company_id', 'field', 'before', 'year', 'source'])
    .where('company_id', 'in', [...new Set(reported.map(({ company_id }) => company_id))])
    .where('at', '>=', new Date(now.getTime() - FOLDED_WITHIN).toISOString())
    .execute();
  const open = new Map(recent.map((row) => [`${row.company_id} ${row.field}`, row]));
  // A company that was added within the hour is told once, as it is then.
  const isNew = (id: string) => open.has(`${id} created`);
  const added = [];
  for (const change of reported) {
    if (isNew(change.company_id)) continue;
    const last = open.get(`${change.company_id} ${change.field}`);
    if (!last) {
      if (!equalJson(change.before, change.after)) added.push({ id: newId(), at, ...change });
    } else if (last.before === change.after)
      await tx.deleteFrom('company_changes').where('id', '=', last.id).execute();
    else
      await tx
        .updateTable('company_changes')
        .set({
          at,
          after: change.after,
          year: change.year ?? last.year,
          source: change.source ?? last.source,
        })
        .where('id', '=', last.id)
        .execute();
  }
  if (added.length > 0) await tx.insertInto('company_changes').values(added).execute();
}

/** A draft that is shown for the first time is added now, whatever was edited before. */
async function notePublished(tx: Db, saves: readonly SavedChanges[], now: Date): Promise<void> {
  const shown = saves
    .filter(({ changes }) => changes.some(({ field, after }) => field === 'show_on_site' && after === true))
    .map(({ companyId }) => companyId);
  if (shown.length === 0) return;
  const rows = await tx
    .selectFrom('company_versions')
    .select('company_id')
    .where('company_id', 'in', shown)
    .where('changes', 'like', '%"field":"show_on_site"%')
    .groupBy('company_id')
    .having((eb) => eb.fn.countAll(), '=', 1)
    .execute();
  if (rows.length === 0) return;
  const drafts = rows.map(({ company_id }) => company_id);
  await tx
    .deleteFrom('company_changes')
    .where('company_id', 'in', drafts)
    .where('field', '<>', 'created')
    .execute();
  await tx
    .updateTable('company_changes')
    .set({ at: now.toISOString() })
    .where('company_id', 'in', drafts)
    .execute();
}

/** A company's place in the ranking before and after an evaluation. */
export interface RankMove {
  companyId: string;
  before: number;
  after: number;
}

/** Notes for readers that companies have other places; a company that was added within the hour is told as added only. */
export async function noteRankMoves(tx: Db, moves: readonly RankMove[], now: Date): Promise<void> {
  await recordReported(
    tx,
    moves.map(({ companyId, before, after }) => ({
      company_id: companyId,
      field: 'rank' as const,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      year: null,
      source: null,
    })),
    now,
  );
}

const continueComments = compiled(
  (db: Db, { company, at, since, begun }: Record<'company' | 'at' | 'since' | 'begun', string>) =>
    db
      .updateTable('company_changes')
      .set({ at })
      .where('company_id', '=', company)
      .where('at', '>=', since)
      .where('field', '=', 'comment')
      .where('before', '>=', begun)
      .returning('id'),
);
const insertChange = compiledInsert('company_changes');

/**
 * Notes for readers that a comment was published: an entry of its own, or the one that began within the last hour.
 * @returns the id of the entry, which the comment keeps: while the public sees the comment, the entry tells of it
 */
export async function noteComment(tx: Db, company: string, at: string): Promise<string> {
  const since = new Date(Date.parse(at) - FOLDED_WITHIN).toISOString();
  const [open] = await continueComments(tx, { company, at, since, begun: JSON.stringify(since) });
  if (open) return open.id;
  const id = newId();
  const reported = {
    field: 'comment' as const,
    before: JSON.stringify(at),
    after: 'null',
    year: null,
    source: null,
  };
  await insertChange(tx, [{ id, company_id: company, at, ...reported }]);
  return id;
}

/** Notes for readers that companies were added. */
export async function noteCreated(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .insertInto('company_changes')
    .values(
      ids.map((company_id) => ({
        id: newId(),
        company_id,
        at: now.toISOString(),
        field: 'created' as const,
        before: 'null',
        after: 'null',
        year: null,
        source: null,
      })),
    )
    .execute();
}
