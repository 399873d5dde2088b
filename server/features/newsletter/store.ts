import type { Selectable } from 'kysely';
import { LANGUAGES } from '../../../core/languages.ts';
import type { IssueSummary, NewsletterIssue } from '../../../core/newsletter/calls.ts';
import { type IssueTexts, issueLanguage } from '../../../core/newsletter/rules.ts';
import { problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { editConflict } from '../../platform/audit/edit-version.ts';
import { newId } from '../../platform/database/ids.ts';
import type { NewsletterIssueTable } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';

type IssueRow = Selectable<NewsletterIssueTable>;

/** Readers who wait for each of some issues. */
async function countWaiting(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('reader_mails')
    .select((eb) => ['period', eb.fn.countAll<number>().as('count')])
    .where('period', 'in', ids)
    .where('state', '=', 'queued')
    .groupBy('period')
    .execute();
  return new Map(rows.map(({ period, count }) => [period, Number(count)]));
}

const countedFields = (row: IssueRow, waiting: number) => {
  const { texts, last_reader, queued_at, ...fields } = row;
  return { ...fields, waiting };
};

const textsIn = ({ texts }: Pick<IssueRow, 'texts'>) => JSON.parse(texts) as IssueTexts;

export async function toIssue(db: Db, row: IssueRow): Promise<NewsletterIssue> {
  const waiting = await countWaiting(db, [row.id]);
  return { ...countedFields(row, waiting.get(row.id) ?? 0), texts: textsIn(row) };
}

export async function listIssues(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ issues: IssueSummary[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('newsletter_issues')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('newsletter_issues')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const waiting = await countWaiting(
    db,
    rows.map(({ id }) => id),
  );
  const issues = rows.map((row) => {
    const texts = textsIn(row);
    const subjects = LANGUAGES.flatMap((language) => {
      const subject = texts[language]?.subject;
      return subject ? [[language, subject] as const] : [];
    });
    return { ...countedFields(row, waiting.get(row.id) ?? 0), subjects: Object.fromEntries(subjects) };
  });
  return { issues, total: Number(total) };
}

/** @throws not_found */
export async function requireIssue(db: Db, id: string): Promise<IssueRow> {
  const row = await db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw problem('not_found', 'There is no issue with this id.');
  return row;
}

export const readIssueTexts = async (db: Db, id: string): Promise<IssueTexts> =>
  textsIn(await requireIssue(db, id));

/** Audit values of an issue: subjects, not bodies. */
const auditedSubjects = (texts: IssueTexts) => ({
  subjects: Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text?.subject])),
});

export async function insertIssue(unit: AuthoredUnit, texts: IssueTexts): Promise<NewsletterIssue> {
  const at = unit.now.toISOString();
  const row = await unit.tx
    .insertInto('newsletter_issues')
    .values({
      id: newId(),
      texts: JSON.stringify(texts),
      status: 'draft',
      at: null,
      version: 1,
      created_at: at,
      updated_at: at,
      updated_by: unit.actor.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  unit.changed('draft', row.id, { after: auditedSubjects(texts) });
  return toIssue(unit.tx, row);
}

/**
 * An issue, locked until the end of the transaction.
 * @throws not_found
 */
async function lockIssue(tx: Db, id: string): Promise<IssueRow> {
  const row = await tx
    .updateTable('newsletter_issues')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw problem('not_found', 'There is no issue with this id.');
  return row;
}

/** @throws not_found, conflict where it is no draft, stale_version */
async function lockDraftIssue(tx: Db, id: string, version?: number): Promise<IssueRow> {
  const row = await lockIssue(tx, id);
  if (row.status !== 'draft') throw problem('conflict', 'Only a draft can be changed.');
  if (version !== undefined && version !== row.version)
    throw editConflict(
      await toIssue(tx, row),
      { admin: row.updated_by, at: row.updated_at },
      'stale_version',
    );
  return row;
}

async function updateIssue(
  { tx, actor, now }: AuthoredUnit,
  before: IssueRow,
  values: Partial<IssueRow>,
): Promise<IssueRow> {
  return tx
    .updateTable('newsletter_issues')
    .set({ ...values, version: before.version + 1, updated_at: now.toISOString(), updated_by: actor.name })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function replaceTexts(
  unit: AuthoredUnit,
  id: string,
  { texts, version }: { texts: IssueTexts; version: number },
): Promise<NewsletterIssue> {
  const before = await lockDraftIssue(unit.tx, id, version);
  const row = await updateIssue(unit, before, { texts: JSON.stringify(texts) });
  unit.changed('draft', id, { before: auditedSubjects(textsIn(before)), after: auditedSubjects(texts) });
  return toIssue(unit.tx, row);
}

export async function removeIssue(unit: AuthoredUnit, id: string): Promise<void> {
  const before = await lockDraftIssue(unit.tx, id);
  await unit.tx.deleteFrom('newsletter_issues').where('id', '=', id).execute();
  unit.changed('draft', id, { before: auditedSubjects(textsIn(before)) });
}

/** @throws validation_failed where there is nothing to send */
export async function putOnSchedule(
  unit: AuthoredUnit,
  id: string,
  { at, version }: { at: string; version: number },
): Promise<NewsletterIssue> {
  const before = await lockDraftIssue(unit.tx, id, version);
  const texts = textsIn(before);
  if (issueLanguage(texts, 'en') === undefined) throw refusedField('texts', refusal('required'));
  const row = await updateIssue(unit, before, { status: 'scheduled', at });
  unit.changed('draft', id, {
    before: { status: 'draft' },
    after: { status: 'scheduled', at, ...auditedSubjects(texts) },
  });
  return toIssue(unit.tx, row);
}

/** Takes a schedule back, or stops the sending. @throws not_found, conflict */
export async function stopIssue(unit: AuthoredUnit, id: string): Promise<NewsletterIssue> {
  const { tx, now } = unit;
  const before = await lockIssue(tx, id);
  const { status } = before;
  if (status !== 'scheduled' && status !== 'sending')
    throw problem('conflict', 'This issue is neither scheduled nor being sent.');
  const row = await updateIssue(
    unit,
    before,
    status === 'scheduled'
      ? { status: 'draft', at: null }
      : { status: 'cancelled', finished_at: now.toISOString() },
  );
  if (status === 'sending')
    await tx.deleteFrom('reader_mails').where('period', '=', id).where('state', '=', 'queued').execute();
  unit.changed(status === 'sending' ? 'newsletter' : 'draft', id, {
    before: { status },
    after: { status: row.status },
  });
  return toIssue(tx, row);
}
