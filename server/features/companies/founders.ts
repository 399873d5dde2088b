import type { Founder } from '../../../core/companies/facts.ts';
import { companyTags } from '../../platform/database/cache-tags.ts';
import { writeState } from '../../platform/database/state.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { rewriteField } from './rewrite.ts';

/** The row of `state` that whoever names founders holds until the end of the transaction. */
const NAMING = 'founders_named';

const same = (a: Founder, b: Founder) => JSON.stringify(a.name) === JSON.stringify(b.name);

/**
 * Two writes that name the same person at once must not each miss the company of the other. Before a
 * company is locked: who names founders goes on to lock others.
 */
export async function lockFounderNames(tx: Db): Promise<void> {
  await writeState(tx, NAMING, '');
}

/** The names that persons have, by their ids. */
async function founderNames(tx: Db, founders: readonly Founder[]): Promise<Map<string, Founder['name']>> {
  const companies = await companiesWithFounders(
    tx,
    founders.map(({ id }) => id),
  );
  return new Map(companies.flatMap((company) => company.founders.map(({ id, name }) => [id, name])));
}

/**
 * Founders of a shipped company by the names that they have in companies that were edited or made here,
 * where they have any: the file's names are those of the other shipped ones.
 */
export async function namesGivenHere(tx: Db, founders: readonly Founder[]): Promise<Founder[]> {
  if (founders.length === 0) return [];
  const rows = await tx
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .leftJoin('shipped_companies as s', 's.company_id', 'c.id')
    .select('c.founders')
    .where('f.facet', '=', 'founder')
    .where(
      'f.value',
      'in',
      founders.map(({ id }) => id),
    )
    .where((eb) => eb.or([eb('s.company_id', 'is', null), eb('s.loaded_version', '!=', eb.ref('c.version'))]))
    .execute();
  const here = rows.flatMap((row) => JSON.parse(row.founders) as Founder[]);
  const names = new Map(here.map(({ id, name }) => [id, name]));
  return founders.map((founder) => ({ ...founder, name: names.get(founder.id) ?? founder.name }));
}

/** Companies with at least one of the given founders, each with all founders of the company. */
async function companiesWithFounders(tx: Db, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select(['c.id', 'c.founders'])
    .where('f.facet', '=', 'founder')
    .where('f.value', 'in', ids)
    .distinct()
    .execute();
  return rows.map(({ id, founders }) => ({ id, founders: JSON.parse(founders) as Founder[] }));
}

/**
 * Founders to be saved: a founder new to the company keeps known names in languages without a given name.
 * @param stored current founders of the company
 */
export async function withKnownNames(
  tx: Db,
  founders: readonly Founder[],
  stored: readonly Founder[] = [],
): Promise<Founder[]> {
  const added = founders.filter(({ id }) => !stored.some((founder) => founder.id === id));
  if (added.length === 0) return [...founders];
  const known = await founderNames(tx, added);
  return founders.map((founder) =>
    added.includes(founder) ? { ...founder, name: { ...known.get(founder.id), ...founder.name } } : founder,
  );
}

/** Founders with the names used in other companies. */
export async function namesOfToday(tx: Db, founders: readonly Founder[]): Promise<Founder[]> {
  if (founders.length === 0) return [];
  const known = await founderNames(tx, founders);
  return founders.map((founder) => ({ ...founder, name: known.get(founder.id) ?? founder.name }));
}

/** Names the founders of a company the same in each of their other companies, with an entry in its history. */
export async function syncFounderNames(
  unit: AuthoredUnit,
  companyId: string,
  founders: readonly Founder[],
): Promise<void> {
  if (founders.length === 0) return;
  const { tx } = unit;
  const names = new Map(founders.map((founder) => [founder.id, founder]));
  const isOther = (founder: Founder) => {
    const named = names.get(founder.id);
    return named !== undefined && !same(founder, named);
  };
  const others = (await companiesWithFounders(tx, [...names.keys()])).filter(
    (company) => company.id !== companyId && company.founders.some(isOther),
  );
  const rewritten = await rewriteField(
    unit,
    'founders',
    others.map(({ id }) => id),
    (list) => list.map((founder) => ({ ...founder, name: names.get(founder.id)?.name ?? founder.name })),
    'update',
  );
  for (const { id, before, after } of rewritten) {
    const values = (value: Founder[]) => [{ field: 'founders', language: null, value }];
    unit.changed('company', id, {
      before: values(before),
      after: values(after),
      tags: companyTags(id),
    });
  }
}
