import type { CompanyCategory } from '../../../core/categories.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { companyIndex } from '../company-index/index.ts';
import { refreshListing } from './listing.ts';
import { noteVersions } from './versions.ts';

/** Companies of one statement: its parameters are limited. */
const CHUNK = 500;

/** Moves all companies of a category into another one, each with an entry in its history. @returns how many */
export async function moveCompanies(
  unit: AuthoredUnit,
  from: CompanyCategory,
  into: CompanyCategory,
): Promise<number> {
  const { tx } = unit;
  let moved = 0;
  for (;;) {
    const rows = await tx
      .updateTable('companies')
      .set((eb) => ({ category: into, version: eb('version', '+', 1) }))
      .where(
        'id',
        'in',
        tx.selectFrom('companies').select('id').where('category', '=', from).orderBy('id').limit(CHUNK),
      )
      .returning(['id', 'version'])
      .execute();
    if (rows.length === 0) return moved;
    await noteVersions(
      tx,
      rows.map(({ id, version }) => ({
        companyId: id,
        version,
        changes: [{ field: 'category', language: null, before: from, after: into }],
      })),
      'update',
      unit,
    );
    for (const { id } of rows) await refreshListing(tx, id, { later: true });
    moved += rows.length;
  }
}

/** Queues the companies of categories for the search index: they are found by the name of their category. */
export async function requeueCompanies(tx: Db, categories: readonly CompanyCategory[]): Promise<void> {
  if (categories.length === 0) return;
  const rows = await tx
    .selectFrom('companies')
    .select('id')
    .where('category', 'in', [...categories])
    .execute();
  for (let i = 0; i < rows.length; i += CHUNK)
    await companyIndex.enqueue(
      tx,
      rows.slice(i, i + CHUNK).map(({ id }) => id),
    );
}
