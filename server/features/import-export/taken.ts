import type { ImportedCompany } from '../../../core/import-export/company.ts';
import type { Db } from '../../platform/database/types.ts';
import { websiteKey } from '../companies/index.ts';
import { findById, findByName, idOrGiven } from './import.ts';

/** The companies of a website, by the key that tells duplicates. */
async function findByWebsite(tx: Db, { shared: { website } }: ImportedCompany): Promise<string[]> {
  const key = websiteKey(website ?? null);
  if (key === undefined) return [];
  const rows = await tx
    .selectFrom('company_keys')
    .select('company_id')
    .where('kind', '=', 'website')
    .where('value', '=', key)
    .orderBy('company_id')
    .limit(1)
    .execute();
  return rows.map((row) => row.company_id);
}

/**
 * The company that a company of a file is.
 * @returns `isTaken` where it is another one of the same name or website; undefined where there is none
 */
export async function findTarget(
  tx: Db,
  company: ImportedCompany,
): Promise<{ id: string; isTaken: boolean } | undefined> {
  const [given] = company.idGiven ? await findById(tx, company.id) : [];
  if (given !== undefined) return { id: given, isTaken: false };
  const [id] = [
    ...(await findByName(tx, company)),
    ...(company.idGiven ? [] : await findById(tx, idOrGiven(company))),
    ...(await findByWebsite(tx, company)),
  ];
  return id === undefined ? undefined : { id, isTaken: true };
}
