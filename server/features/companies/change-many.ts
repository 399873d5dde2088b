import { setImmediate as turn } from 'node:timers/promises';
import { chunksOf } from '../../../core/chunks.ts';
import { SHARED_FIELDS, type SharedFields } from '../../../core/companies/fields.ts';
import type { HistoryEntry } from '../../../core/companies/history-calls.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { sharedColumns, sharedOf } from '../../platform/database/company-columns.ts';
import { type AuthoredUnit, type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import { companyIndex } from '../company-index/index.ts';
import { facetsOf, issuesOf } from './listing.ts';
import { differences } from './save-company.ts';
import { noteVersions } from './versions.ts';

/** Fields that many companies are given at once: nothing else follows from them than what is written here. */
type ManyField = 'show_on_site' | 'category' | 'status' | 'score' | 'kinds' | 'tags';
export type ManyFields = Partial<Pick<SharedFields, ManyField>>;

/** Outcome for a company: the version written, or null if already up to date. */
export interface ManyChanged {
  id: string;
  name: string;
  version: number | null;
  fields: string[];
}

/** Names of companies in the default language, by id. */
export async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('company_listings')
    .select(['company_id', 'name'])
    .where('company_id', 'in', ids)
    .where('language', '=', DEFAULT_LANGUAGE)
    .execute();
  return new Map(rows.map(({ company_id, name }) => [company_id, name]));
}

/**
 * Changes fields of many companies in the caller's write, in a few statements, with an entry in the history of each.
 * The search index follows in a write of its own.
 * @param ids at most 500; a company that is gone is left out of the answer
 * @param change the new values of a company's fields
 */
export async function changeMany(
  unit: AuthoredUnit,
  ids: readonly string[],
  change: (stored: SharedFields, id: string) => ManyFields,
  action: HistoryEntry['action'],
): Promise<ManyChanged[]> {
  if (ids.length === 0) return [];
  if (ids.length > ROWS_PER_STATEMENT) throw new Error(`More than ${ROWS_PER_STATEMENT} companies.`);
  const { tx, now } = unit;
  // Sets nothing, but locks the rows until the end of the transaction on both databases.
  const rows = await tx
    .updateTable('companies')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', 'in', ids.toSorted())
    .returningAll()
    .execute();
  const names = await readNames(tx, ids);
  const compared = rows.map((row) => {
    const stored = sharedOf(row);
    const next = change(stored, row.id);
    const changes = differences<SharedFields>(SHARED_FIELDS, stored, next, null);
    return { id: row.id, version: row.version + 1, next, after: { ...stored, ...next }, changes };
  });
  const changed = compared.filter(({ changes }) => changes.length > 0);
  if (changed.length > 0) {
    const sameColumns = Map.groupBy(changed, ({ next }) => JSON.stringify(next));
    for (const group of sameColumns.values()) {
      const [first] = group;
      await tx
        .updateTable('companies')
        .set((eb) => ({
          ...sharedColumns(first?.next ?? {}),
          version: eb('version', '+', 1),
          updated_at: now.toISOString(),
        }))
        .where(
          'id',
          'in',
          group.map(({ id }) => id),
        )
        .execute();
      // `node:sqlite` works on this thread.
      await turn();
    }
    await noteVersions(
      tx,
      changed.map(({ id, version, changes }) => ({ companyId: id, version, changes })),
      action,
      unit,
    );
    const derived = changed.filter(({ changes }) => changes.some(({ field }) => field !== 'show_on_site'));
    await refreshDerived(tx, derived);
    await companyIndex.enqueue(
      tx,
      changed.map(({ id }) => id),
    );
    unit.changed('company', `${changed.length} companies`);
  }
  return compared.map(({ id, version, changes }) => ({
    id,
    name: names.get(id) ?? id,
    version: changes.length > 0 ? version : null,
    fields: changes.map(({ field }) => field),
  }));
}

/** Writes again what lists look companies up by, and what is to be looked after. */
async function refreshDerived(
  tx: Db,
  companies: readonly { id: string; after: SharedFields }[],
): Promise<void> {
  if (companies.length === 0) return;
  const ids = companies.map(({ id }) => id);
  await tx.deleteFrom('company_facets').where('company_id', 'in', ids).execute();
  const facets = companies.flatMap(({ id, after }) =>
    facetsOf(after).map((facet) => ({ ...facet, company_id: id })),
  );
  for (const some of chunksOf(facets, ROWS_PER_STATEMENT))
    await tx.insertInto('company_facets').values(some).execute();
  await tx.deleteFrom('company_issues').where('company_id', 'in', ids).execute();
  await tx
    .insertInto('company_issues')
    .values(companies.map(({ id, after }) => ({ company_id: id, ...issuesOf(after) })))
    .execute();
}
