import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunksOf } from '../../../core/chunks.ts';
import type { SharedFields } from '../../../core/companies/fields.ts';
import type { HistoryEntry } from '../../../core/companies/history-calls.ts';
import { type AuthoredUnit, type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import { companyIndex } from '../company-index/index.ts';
import { noteVersions } from './versions.ts';

/** Fields with shared values, which one act changes in many companies. */
type RewrittenField = 'kinds' | 'tags' | 'founders';

export interface Rewritten<F extends RewrittenField> {
  id: string;
  before: SharedFields[F];
  after: SharedFields[F];
}

/**
 * Changes one field of many companies in the caller's write, with an entry in the history of each. When
 * a company was changed last stays: it is not the company that was worked on. The facets are the caller's;
 * the search index follows in a write of its own.
 * @param rewrite the field as it is to be; unchanged leaves the company without a trace
 */
export async function rewriteField<F extends RewrittenField>(
  { tx, actor, now }: AuthoredUnit,
  field: F,
  ids: readonly string[],
  rewrite: (value: SharedFields[F], id: string) => SharedFields[F],
  action: HistoryEntry['action'],
): Promise<Rewritten<F>[]> {
  const rewritten: Rewritten<F>[] = [];
  const sorted = ids.toSorted();
  for (let i = 0; i < sorted.length; i += ROWS_PER_STATEMENT) {
    // `node:sqlite` works on this thread.
    if (i > 0) await turn();
    // Sets nothing, but locks the rows until the end of the transaction on both databases.
    const rows = await tx
      .updateTable('companies')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', 'in', sorted.slice(i, i + ROWS_PER_STATEMENT))
      .returning(['id', 'version', 'kinds', 'tags', 'founders'])
      .execute();
    const changed = rows.flatMap((row) => {
      const { id, version, [field]: stored } = row;
      const before = JSON.parse(stored) as SharedFields[F];
      const after = rewrite(before, id);
      return JSON.stringify(after) === stored ? [] : [{ id, version: version + 1, before, after }];
    });
    if (changed.length === 0) continue;
    const values = changed.map(({ id, after }) => sql`(${id}, ${JSON.stringify(after)})`);
    await sql`
      with changed (id, value) as (values ${sql.join(values)})
      update companies set ${sql.ref(field)} = changed.value, version = companies.version + 1
      from changed where companies.id = changed.id`.execute(tx);
    await noteVersions(
      tx,
      changed.map(({ id, version, before, after }) => ({
        companyId: id,
        version,
        changes: [{ field, language: null, before, after }],
      })),
      action,
      { actor, now },
    );
    await companyIndex.enqueue(
      tx,
      changed.map(({ id }) => id),
    );
    rewritten.push(...changed);
  }
  return rewritten;
}

/** The companies that have one of some values of a facet, hidden ones too. */
export async function companiesWith(
  tx: Db,
  facet: 'kind' | 'tag',
  values: readonly string[],
): Promise<string[]> {
  if (values.length === 0) return [];
  const rows = await tx
    .selectFrom('company_facets')
    .select('company_id')
    .distinct()
    .where('facet', '=', facet)
    .where('value', 'in', values)
    .execute();
  return rows.map(({ company_id }) => company_id);
}

/** Writes what companies are looked up by again. */
export async function refreshFacets(
  tx: Db,
  facet: 'kind' | 'tag',
  rewritten: readonly Rewritten<'kinds' | 'tags'>[],
): Promise<void> {
  for (const chunk of chunksOf(rewritten, ROWS_PER_STATEMENT)) {
    // As in `rewriteField`.
    await turn();
    await tx
      .deleteFrom('company_facets')
      .where('facet', '=', facet)
      .where(
        'company_id',
        'in',
        chunk.map(({ id }) => id),
      )
      .execute();
    const facets = chunk.flatMap(({ id, after }) => after.map((value) => ({ facet, value, company_id: id })));
    if (facets.length > 0) await tx.insertInto('company_facets').values(facets).execute();
  }
}
