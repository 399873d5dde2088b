import type { DuplicatePair } from '../../../core/companies/duplicate-calls.ts';
import type { DuplicateReason } from '../../../core/companies/duplicate-reasons.ts';
import { DUPLICATE_REASONS } from '../../../core/companies/duplicate-reasons.ts';
import type { Language } from '../../../core/languages.ts';
import type { AuthoredUnit, Database, Db } from '../../platform/database/types.ts';
import { lockCompanies } from '../companies/index.ts';

interface FoundPair {
  ids: readonly [string, string];
  reasons: DuplicateReason[];
}

/** Companies with one key of which each two are a pair. Of more, each is a pair with the first one only. */
const PAIRED_MAX = 10;

const pairKey = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

/** Pairs of companies with a key in common, those with most in common first. */
async function pairUp(db: Db): Promise<FoundPair[]> {
  const rows = await db
    .selectFrom('company_keys as k')
    .select(['k.kind', 'k.value', 'k.company_id'])
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('company_keys')
          .select(['kind', 'value'])
          .groupBy(['kind', 'value'])
          .having((of) => of.fn.countAll(), '>', 1)
          .as('shared'),
      (join) => join.onRef('shared.kind', '=', 'k.kind').onRef('shared.value', '=', 'k.value'),
    )
    .orderBy('k.company_id')
    .execute();
  const pairs = new Map<string, FoundPair>();
  const groups = Map.groupBy(rows, ({ kind, value }) => `${kind} ${value}`);
  for (const group of groups.values()) {
    const firsts = group.length > PAIRED_MAX ? 1 : group.length;
    for (let i = 0; i < firsts; i++)
      for (const other of group.slice(i + 1)) {
        const [a, kind] = [group[i]?.company_id ?? '', other.kind];
        const key = pairKey(a, other.company_id);
        const pair = pairs.get(key) ?? { ids: [a, other.company_id] as const, reasons: [] };
        pairs.set(key, pair);
        if (!pair.reasons.includes(kind)) pair.reasons.push(kind);
      }
  }
  const weight = ({ reasons }: FoundPair) =>
    reasons.length * 10 - DUPLICATE_REASONS.findIndex((reason) => reasons.includes(reason));
  return [...pairs.values()].sort((a, b) => weight(b) - weight(a));
}

/** Pairs without the dismissed ones. */
async function openPairs(database: Database): Promise<FoundPair[]> {
  const pairs = await database.cached('duplicates', () => pairUp(database.scan));
  const dismissed = await database.read
    .selectFrom('dismissed_duplicates')
    .select(['company_id', 'other_id'])
    .execute();
  const known = new Set(dismissed.map(({ company_id, other_id }) => pairKey(company_id, other_id)));
  return pairs.filter(({ ids: [a, b] }) => !known.has(pairKey(a, b)));
}

export const countDuplicates = async (database: Database): Promise<number> =>
  (await openPairs(database)).length;

export async function findDuplicatePairs(
  database: Database,
  { language, limit, offset }: { language: Language; limit: number; offset: number },
): Promise<{ pairs: DuplicatePair[]; total: number }> {
  const open = await openPairs(database);
  const page = open.slice(offset, offset + limit);
  if (page.length === 0) return { pairs: [], total: open.length };
  const rows = await database.read
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', 'l.company_id', 'c.id')
    .select(['c.id', 'l.name', 'c.website', 'l.founder', 'c.founded', 'c.logo', 'c.show_on_site'])
    .where('l.language', '=', language)
    .where('c.id', 'in', [...new Set(page.flatMap(({ ids }) => ids))])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, { ...row, show_on_site: row.show_on_site === 1 }]));
  const pairs = page.flatMap(({ ids, reasons }): DuplicatePair[] => {
    const [a, b] = ids.map((id) => byId.get(id));
    return a && b ? [{ companies: [a, b], reasons }] : [];
  });
  return { pairs, total: open.length };
}

/** Says that two companies are not one, or takes that back. @throws company_not_found */
export async function setDismissed(
  unit: AuthoredUnit,
  ids: readonly string[],
  dismissed: boolean,
): Promise<void> {
  const { tx, actor, now } = unit;
  await lockCompanies(tx, ids);
  const [company_id = '', other_id = ''] = ids.toSorted();
  if (dismissed)
    await tx
      .insertInto('dismissed_duplicates')
      .values({ company_id, other_id, at: now.toISOString(), admin: actor.name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await tx
      .deleteFrom('dismissed_duplicates')
      .where('company_id', '=', company_id)
      .where('other_id', '=', other_id)
      .execute();
  unit.changed('act', ids.join(', '), { after: { dismissed } });
}
