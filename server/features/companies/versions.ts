import type { HistoryChange, HistoryEntry } from '../../../core/companies/history-calls.ts';
import { newId } from '../../platform/database/ids.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { noteChanges, noteCreated } from './note-changes.ts';

/** Writes entries into the histories of companies, at most 500, and notes for readers what changed. */
export async function noteVersions(
  tx: Db,
  versions: readonly { companyId: string; version: number; changes: HistoryChange[] }[],
  action: HistoryEntry['action'],
  { actor, now }: Pick<AuthoredUnit, 'actor' | 'now'>,
): Promise<void> {
  await tx
    .insertInto('company_versions')
    .values(
      versions.map(({ companyId, version, changes }) => ({
        id: newId(),
        company_id: companyId,
        version,
        at: now.toISOString(),
        actor_kind: actor.kind,
        actor: actor.name,
        action,
        changes: JSON.stringify(changes),
      })),
    )
    .execute();
  if (action === 'create')
    await noteCreated(
      tx,
      versions.map(({ companyId }) => companyId),
      now,
    );
  else await noteChanges(tx, versions, now);
}

/** Author and time of the last save of a company; undefined for an unchanged one. */
export async function lastSave(
  db: Db,
  companyId: string,
): Promise<{ changed_by: string; changed_at: string } | undefined> {
  const row = await db
    .selectFrom('company_versions')
    .select(['actor', 'at'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { changed_by: row.actor, changed_at: row.at };
}
