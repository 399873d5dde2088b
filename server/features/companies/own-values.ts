import { chunksOf } from '../../../core/chunks.ts';
import type { OwnField, OwnValues } from '../../../core/companies/own-fields.ts';
import { mergedValues } from '../../../core/companies/own-fields.ts';
import { type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import { companyIndex } from '../company-index/index.ts';
import { refreshListing } from './listing.ts';

const TABLES = ['companies', 'company_texts'] as const;

/** Rows that may have a value of a field, by the text of their JSON: who reads them looks closer. */
async function rowsWith(db: Db, id: string): Promise<{ company: string; values: OwnValues }[]> {
  const rows = await Promise.all([
    db
      .selectFrom('companies')
      .select(['id as company', 'fields'])
      .where('fields', 'like', `%"${id}":%`)
      .execute(),
    db
      .selectFrom('company_texts')
      .select(['company_id as company', 'fields'])
      .where('fields', 'like', `%"${id}":%`)
      .execute(),
  ]);
  return rows.flat().flatMap(({ company, fields }) => {
    const values = JSON.parse(fields ?? '{}') as OwnValues;
    return Object.hasOwn(values, id) ? [{ company, values }] : [];
  });
}

/** How many companies have a value of a field, hidden ones too. @param isCounted of which values */
export async function countWithValue(
  db: Db,
  id: string,
  isCounted: (value: unknown) => boolean = () => true,
): Promise<number> {
  const rows = await rowsWith(db, id);
  return new Set(rows.filter(({ values }) => isCounted(values[id])).map(({ company }) => company)).size;
}

/** How many companies have a value of each of some fields, hidden ones too. */
export async function countByField(db: Db, ids: readonly string[]): Promise<Record<string, number>> {
  const companies = new Map(ids.map((id) => [id, new Set<string>()]));
  if (ids.length > 0) {
    const rows = await Promise.all([
      db
        .selectFrom('companies')
        .select(['id as company', 'fields'])
        .where('fields', 'is not', null)
        .execute(),
      db
        .selectFrom('company_texts')
        .select(['company_id as company', 'fields'])
        .where('fields', 'is not', null)
        .execute(),
    ]);
    for (const { company, fields } of rows.flat())
      for (const id of Object.keys(JSON.parse(fields ?? '{}'))) companies.get(id)?.add(company);
  }
  return Object.fromEntries([...companies].map(([id, of]) => [id, of.size]));
}

/** Queues the companies that have values of some fields for the search index. */
export async function requeueWithValues(tx: Db, fields: readonly OwnField[]): Promise<void> {
  const ids = new Set<string>();
  for (const { id } of fields) for (const { company } of await rowsWith(tx, id)) ids.add(company);
  for (const some of chunksOf([...ids], ROWS_PER_STATEMENT)) await companyIndex.enqueue(tx, some);
}

/** Deletes all values of a field. */
export async function deleteValues(tx: Db, id: string): Promise<void> {
  const without = (json: string | null) => {
    const left = mergedValues(JSON.parse(json ?? '{}') as OwnValues, { [id]: null });
    return left && JSON.stringify(left);
  };
  const companies = new Set((await rowsWith(tx, id)).map(({ company }) => company));
  for (const company of companies) {
    for (const table of TABLES) {
      const key = table === 'companies' ? 'id' : 'company_id';
      const rows = await tx
        .selectFrom(table)
        .select(['fields'])
        .distinct()
        .where(key as never, '=', company as never)
        .where('fields', 'is not', null)
        .execute();
      for (const { fields } of rows)
        await tx
          .updateTable(table)
          .set({ fields: without(fields) })
          .where(key as never, '=', company as never)
          .where('fields', '=', fields)
          .execute();
    }
    await refreshListing(tx, company, { later: true });
  }
}
