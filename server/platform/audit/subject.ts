import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import type { Db } from '../database/types.ts';

export type AuditKind = 'company' | 'user' | 'administrator' | 'collection';

/** What the subject of an action is, by the part of its name before the point. */
const SUBJECT_KINDS: Readonly<Record<string, AuditKind>> = {
  company: 'company',
  translations: 'company',
  ai: 'company',
  user: 'user',
  administrator: 'administrator',
  collection: 'collection',
};

export const subjectKind = (action: string): AuditKind | undefined =>
  SUBJECT_KINDS[action.split('.')[0] ?? ''];

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * The company that an entry is about, and what its subject is called. A reader's name is not kept: the account's
 * deletion has to end it.
 */
export async function subjectOf(
  tx: Db,
  { action, subject, before, after }: { action: string; subject: string; before?: unknown; after?: unknown },
): Promise<{ company: string | null; name: string | null }> {
  const kind = subjectKind(action);
  if (kind === 'collection') {
    const texts = valueAt(after, 'texts') ?? valueAt(before, 'texts');
    return { company: null, name: textOr(valueAt(valueAt(texts, DEFAULT_LANGUAGE), 'title')) };
  }
  const company =
    kind === 'company'
      ? subject
      : action.startsWith('comment.')
        ? textOr(valueAt(after, 'company_id') ?? valueAt(before, 'company_id'))
        : null;
  if (company === null) return { company, name: null };
  const name = (await companyNames(tx, [company])).get(company)?.name ?? textOr(valueAt(before, 'name'));
  return name === null ? { company: null, name } : { company, name };
}

/**
 * Names of companies by id, also for companies in the trash; for a deleted company, the last name in the
 * audit log.
 */
export async function companyNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; exists: boolean }>> {
  const names = new Map<string, { name: string; exists: boolean }>();
  if (ids.length === 0) return names;
  const listed = await db
    .selectFrom('company_listings')
    .select(['company_id', 'name'])
    .where('company_id', 'in', ids)
    .where('language', '=', DEFAULT_LANGUAGE)
    .execute();
  for (const { company_id, name } of listed) names.set(company_id, { name, exists: true });
  for (const id of ids) {
    if (names.has(id)) continue;
    const gone =
      (await db
        .selectFrom('deleted_companies')
        .select('name')
        .where('company_id', '=', id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()) ??
      (await db
        .selectFrom('audit_log')
        .select('name')
        .where('company_id', '=', id)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst());
    if (gone?.name) names.set(id, { name: gone.name, exists: false });
  }
  return names;
}
