import type { CompanyCategory } from '../../../core/categories.ts';
import { chunksOf } from '../../../core/chunks.ts';
import type { Kind } from '../../../core/kinds.ts';
import { type AuthoredUnit, type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import { companyIndex } from '../company-index/index.ts';
import { refreshListing } from './listing.ts';
import { companiesWith, refreshFacets, rewriteField } from './rewrite.ts';
import { noteVersions } from './versions.ts';

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
        tx
          .selectFrom('companies')
          .select('id')
          .where('category', '=', from)
          .orderBy('id')
          .limit(ROWS_PER_STATEMENT),
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

/** Gives the companies of a kind another one, each with an entry in its history. @returns how many */
export async function moveKind(unit: AuthoredUnit, from: Kind, into: Kind): Promise<number> {
  const { tx } = unit;
  const rewritten = await rewriteField(
    unit,
    'kinds',
    await companiesWith(tx, 'kind', [from]),
    (kinds) => [...new Set(kinds.map((kind) => (kind === from ? into : kind)))],
    'update',
  );
  await refreshFacets(tx, 'kind', rewritten);
  return rewritten.length;
}

/** Queues the companies that have one of some values for the search index: they are found by its name. */
export async function requeueCompanies(
  tx: Db,
  by: 'category' | 'kind' | 'tag',
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  const ids =
    by === 'category'
      ? (await tx.selectFrom('companies').select('id').where('category', 'in', values).execute()).map(
          ({ id }) => id,
        )
      : await companiesWith(tx, by, values);
  for (const some of chunksOf(ids, ROWS_PER_STATEMENT)) await companyIndex.enqueue(tx, some);
}
