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
 * The company that a company of a file is. One with an id is the company of that id or a new one: of two companies
 * that share a name or a website, an export has both.
 * @returns `isTaken` where it is another one of the same name or website; undefined where there is none
 */
export async function findTarget(
  tx: Db,
  company: ImportedCompany,
): Promise<{ id: string; isTaken: boolean } | undefined> {
  if (company.idGiven) {
    const [given] = await findById(tx, company.id);
    return given === undefined ? undefined : { id: given, isTaken: false };
  }
  const [id] = [
    ...(await findByName(tx, company)),
    ...(await findById(tx, idOrGiven(company))),
    ...(await findByWebsite(tx, company)),
  ];
  return id === undefined ? undefined : { id, isTaken: true };
}
