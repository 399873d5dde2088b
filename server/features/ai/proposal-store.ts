import type { Selectable } from 'kysely';
import type { FieldProposal } from '../../../core/ai/calls.ts';
import type { ProposalJob, QueuedField, QueuedProposal } from '../../../core/ai/proposal-calls.ts';
import type { AdminCompany, CompanyChanges } from '../../../core/companies/admin-calls.ts';
import { type CompanyFigure, isOfSame } from '../../../core/companies/facts.ts';
import { figureOf } from '../../../core/companies/figures.ts';
import type { HistoryEntry } from '../../../core/companies/history-calls.ts';
import { flatValues, nestedValues } from '../../../core/companies/own-fields.ts';
import type { Source } from '../../../core/companies/sources.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import type { AiProposalTable } from '../../platform/database/ai-tables.ts';
import { newId } from '../../platform/database/ids.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { type CompanySave, toSave } from '../companies/index.ts';

export type ProposalRow = Selectable<AiProposalTable>;

/** Puts proposals into the queue, in the place of earlier ones for the company in this language. */
export async function queueProposals(
  { tx, actor, now }: AuthoredUnit,
  company: AdminCompany,
  {
    fields,
    ...asked
  }: { fields: readonly FieldProposal[] } & Pick<AiProposalTable, 'provider' | 'model' | 'job_id'>,
): Promise<void> {
  const row = {
    ...asked,
    id: newId(),
    company_version: company.version,
    fields: JSON.stringify(fields),
    created_by: actor.name,
    created_at: now.toISOString(),
    rejected_at: null,
  };
  await tx
    .insertInto('ai_proposals')
    .values({ ...row, company_id: company.id, language: company.language })
    .onConflict((conflict) => conflict.columns(['company_id', 'language']).doUpdateSet(row))
    .execute();
}

/** Notes that a model was asked about a company, also where nothing new is known. */
export async function recordAiRound({ tx, now }: AuthoredUnit, companyId: string): Promise<void> {
  const asked_at = now.toISOString();
  await tx
    .insertInto('ai_rounds')
    .values({ company_id: companyId, asked_at })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ asked_at }))
    .execute();
}

/** Filter of queued proposals; without criteria, all match. */
interface ProposalFilter {
  company?: string | undefined;
  job?: string | undefined;
}

function inQueue(db: Db, { company, job }: ProposalFilter = {}) {
  let waiting = db
    .selectFrom('ai_proposals as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .where('p.rejected_at', 'is', null);
  if (company !== undefined) waiting = waiting.where('p.company_id', '=', company);
  if (job !== undefined) waiting = waiting.where('p.job_id', '=', job);
  return waiting;
}

function withCompanyNames(db: Db, filter?: ProposalFilter) {
  return inQueue(db, filter)
    .leftJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'p.company_id').on('l.language', '=', DEFAULT_LANGUAGE),
    )
    .selectAll('p')
    .select(['l.name', 'c.version']);
}

type NamedRow = ProposalRow & { name: string | null; version: number };

const toQueued = (row: NamedRow): QueuedProposal => ({
  id: row.id,
  company: { id: row.company_id, name: row.name ?? row.company_id },
  language: row.language,
  provider: row.provider,
  model: row.model,
  created_by: row.created_by,
  created_at: row.created_at,
  job: row.job_id,
  stale: row.version > row.company_version,
});

/** Proposals of a page of the queue, and how many there are on any page. */
export async function listProposals(
  db: Db,
  {
    limit = 100,
    offset = 0,
    ...wanted
  }: ProposalFilter & { limit?: number | undefined; offset?: number | undefined },
): Promise<{ total: number; proposals: QueuedProposal[] }> {
  const [rows, total] = await Promise.all([
    withCompanyNames(db, wanted).orderBy('p.id').limit(limit).offset(offset).execute(),
    countProposals(db, wanted),
  ]);
  return { total, proposals: rows.map(toQueued) };
}

/** How many wait for a decision. */
export async function countProposals(db: Db, filter?: ProposalFilter): Promise<number> {
  const row = await inQueue(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The jobs whose proposals wait, the newest first. */
export async function listProposalJobs(db: Db): Promise<ProposalJob[]> {
  const rows = await inQueue(db)
    .where('p.job_id', 'is not', null)
    .select((eb) => [
      eb.ref('p.job_id').$notNull().as('job'),
      'p.created_by',
      eb.fn.min('p.created_at').as('created_at'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['p.job_id', 'p.created_by'])
    // Ids are ordered by time.
    .orderBy('p.job_id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

const gone = () => problem('not_found', 'These proposals were decided, or newer ones took their place.');

/** @throws not_found */
export async function requireProposal(
  db: Db,
  id: string,
): Promise<{ row: ProposalRow; queued: QueuedProposal }> {
  const row = await withCompanyNames(db).where('p.id', '=', id).executeTakeFirst();
  if (!row) throw gone();
  return { row, queued: toQueued(row) };
}

/** Takes proposals out of the queue. @throws not_found where somebody else has */
export async function endProposal(tx: Db, id: string): Promise<ProposalRow> {
  const row = await tx
    .deleteFrom('ai_proposals')
    .where('id', '=', id)
    .where('rejected_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw gone();
  return row;
}

/** Rejects a proposal, or takes that back. @throws not_found where it is not in the other state */
export async function setRejected(
  { tx, now }: AuthoredUnit,
  id: string,
  isRejected: boolean,
): Promise<ProposalRow> {
  const row = await tx
    .updateTable('ai_proposals')
    .set({ rejected_at: isRejected ? now.toISOString() : null })
    .where('id', '=', id)
    .where('rejected_at', isRejected ? 'is' : 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw gone();
  return row;
}

/** Forgets proposals that were rejected before a moment. */
export const forgetRejected = (tx: Db, before: string) =>
  tx.deleteFrom('ai_proposals').where('rejected_at', '<', before).execute();

/** What a proposal would replace, in the company as it is now. */
function valueNow(company: AdminCompany, { field, proposed }: FieldProposal): unknown {
  if (field !== 'figures') return flatValues(company)[field] ?? null;
  return company.figures.find((one) => isOfSame(one, proposed as CompanyFigure)) ?? null;
}

/** Whether the last save of a value was a person's. @param history the newest first */
function isByPerson({ field, language, proposed }: FieldProposal, history: readonly HistoryEntry[]): boolean {
  const figure = (value: unknown) =>
    ((value ?? []) as CompanyFigure[]).find((one) => isOfSame(one, proposed as CompanyFigure)) ?? null;
  const last = history.find(({ action, changes }) => {
    const change = changes.find((one) => one.field === field && one.language === language);
    if (!change) return action === 'create';
    return field !== 'figures' || !equalJson(figure(change.before), figure(change.after));
  });
  return last?.actor_kind === 'person';
}

/** Each proposed field with what says whether it may be taken without a look. The list of sources only grows: nobody’s words are lost. */
export function judgeFields(
  row: ProposalRow,
  company: AdminCompany,
  history: readonly HistoryEntry[],
): QueuedField[] {
  return (JSON.parse(row.fields) as FieldProposal[]).map((proposal) => {
    const now = valueNow(company, proposal);
    return {
      ...proposal,
      stale: !equalJson(now, proposal.old),
      by_person: now !== null && proposal.field !== 'sources' && isByPerson(proposal, history),
    };
  });
}

/** Whether each row of a list is the company's or one that was proposed. */
function areKnownFigures(
  saved: readonly CompanyFigure[],
  company: AdminCompany,
  proposals: readonly FieldProposal[],
): boolean {
  const proposed = proposals.flatMap((one) => (one.field === 'figures' ? [one.proposed] : []));
  const known = [...company.figures, ...proposed];
  return saved.every((figure) => known.some((one) => equalJson(one, figure)));
}

/** The same of sources: where a value is rejected, its page supports less than was proposed. */
function areKnownSources(
  saved: readonly Source[],
  company: AdminCompany,
  proposals: readonly FieldProposal[],
): boolean {
  const proposed = proposals.flatMap((one) => (one.field === 'sources' ? (one.proposed as Source[]) : []));
  const known = [...company.sources, ...proposed];
  return saved.every(({ supports, ...page }) => {
    const same = known.filter(({ supports: _, ...one }) => equalJson(one, page));
    return same.length > 0 && supports.every((topic) => same.some((one) => one.supports.includes(topic)));
  });
}

/** Splits a save into the values proposed by a model and the values reworded by a person. */
export function splitByAuthor(
  changes: CompanyChanges,
  proposals: readonly FieldProposal[],
  company: AdminCompany,
): { model: CompanySave; person: CompanySave } {
  const { shared = {}, texts = {} } = toSave(changes);
  const isProposed = (language: Language | null, field: string, value: unknown) =>
    // These lists are the company's with some of the proposed rows in them.
    field === 'figures'
      ? areKnownFigures(value as CompanyFigure[], company, proposals)
      : field === 'sources'
        ? areKnownSources(value as Source[], company, proposals)
        : proposals.some(
            (one) =>
              one.language === language &&
              one.field === field &&
              equalJson(one.proposed ?? null, value ?? null),
          );
  const part = (language: Language | null, values: object, wanted: boolean) => {
    const entries = Object.entries(flatValues(values));
    // A figure and what says when it was true are saved together: a save of one alone empties the others.
    const reworded = new Set(
      entries
        .filter(([field, value]) => !isProposed(language, field, value))
        .map(([field]) => figureOf(field)),
    );
    return nestedValues(
      Object.fromEntries(entries.filter(([field]) => reworded.has(figureOf(field)) !== wanted)),
    );
  };
  const saveOf = (wanted: boolean) => {
    const parts = Object.entries(texts).map(
      ([language, text]) => [language, part(language as Language, text ?? {}, wanted)] as const,
    );
    return {
      shared: part(null, shared, wanted),
      texts: Object.fromEntries(parts.filter(([, text]) => Object.keys(text).length > 0)),
    } as CompanySave;
  };
  return { model: saveOf(true), person: saveOf(false) };
}
