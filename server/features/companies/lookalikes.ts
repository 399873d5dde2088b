import type { DuplicateReason, Lookalike } from '../../../core/companies/duplicate-reasons.ts';
import type { Language } from '../../../core/languages.ts';
import type { Db } from '../../platform/database/types.ts';
import { type ComparedCompany, duplicateKeys } from './duplicate-keys.ts';

/** Maximum number of possible duplicates of one company. */
const LOOKALIKES_MAX = 5;

/** Possible duplicates of a new company, the most similar first. */
export async function findLookalikes(
  db: Db,
  company: ComparedCompany,
  { language }: { language: Language },
): Promise<Lookalike[]> {
  const keys = duplicateKeys(company);
  if (keys.length === 0) return [];
  const rows = await companiesWithKeys(db, language)
    .where((eb) =>
      eb.or(keys.map(({ kind, value }) => eb.and([eb('k.kind', '=', kind), eb('k.value', '=', value)]))),
    )
    .execute();
  return toLookalikes(rows);
}

/** Possible duplicates of a stored company. */
export async function lookalikesOf(db: Db, id: string, language: Language): Promise<Lookalike[]> {
  const rows = await companiesWithKeys(db, language)
    .innerJoin('company_keys as own', (join) =>
      join.onRef('own.kind', '=', 'k.kind').onRef('own.value', '=', 'k.value'),
    )
    .where('own.company_id', '=', id)
    .where('k.company_id', '!=', id)
    .execute();
  return toLookalikes(rows);
}

const companiesWithKeys = (db: Db, language: Language) =>
  db
    .selectFrom('company_keys as k')
    .innerJoin('company_listings as l', 'l.company_id', 'k.company_id')
    .select(['k.company_id as id', 'l.name', 'k.kind'])
    .distinct()
    .where('l.language', '=', language);

function toLookalikes(rows: readonly { id: string; name: string; kind: DuplicateReason }[]): Lookalike[] {
  const byCompany = Map.groupBy(rows, ({ id }) => id);
  return [...byCompany]
    .map(([id, found]) => ({ id, name: found[0]?.name ?? id, reasons: found.map(({ kind }) => kind) }))
    .sort((a, b) => b.reasons.length - a.reasons.length || (a.id < b.id ? -1 : 1))
    .slice(0, LOOKALIKES_MAX);
}
