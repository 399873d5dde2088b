import { isOneOf } from '../../platform/database/id-list.ts';
import type { Db } from '../../platform/database/types.ts';
import { shownCategory } from './store.ts';

/** Longest chain of merges that is followed. */
const MERGES_MAX = 100;

/** Where a merge has led a company's addresses, over later merges; undefined where it was not merged. */
export async function mergedInto(db: Db, id: string): Promise<string | undefined> {
  let into: string | undefined;
  for (let merges = 0; merges < MERGES_MAX; merges++) {
    const row = await db
      .selectFrom('company_moves')
      .select('moved_to')
      .where('company_id', '=', into ?? id)
      .executeTakeFirst();
    if (!row) break;
    into = row.moved_to;
  }
  return into;
}

/** The company that the addresses of a merged one redirect to; undefined while visitors cannot see it. */
export async function redirectOf(db: Db, id: string): Promise<string | undefined> {
  const into = await mergedInto(db, id);
  return into !== undefined && (await shownCategory(db, into)) !== undefined ? into : undefined;
}

/** Ends the redirects to an id, which is another company's from now on. */
export async function endRedirects(tx: Db, to: string): Promise<void> {
  await tx.deleteFrom('company_moves').where('moved_to', '=', to).execute();
  await tx.deleteFrom('company_merges').where('moved_to', '=', to).execute();
}

/** Ends the redirects to companies that are gone for good, so that the ids are free again. */
export async function endDanglingRedirects(tx: Db): Promise<void> {
  for (;;) {
    const ended = await tx
      .deleteFrom('company_moves')
      .where('moved_to', 'not in', tx.selectFrom('companies').select('id'))
      .where('moved_to', 'not in', tx.selectFrom('deleted_companies').select('company_id'))
      .where('moved_to', 'not in', (eb) => eb.selectFrom('company_moves as m').select('m.company_id'))
      .returning('company_id')
      .execute();
    if (ended.length === 0) return;
  }
}

/**
 * Maps ids to ids of shown companies: a merged id to the company it was merged into. Other ids are absent.
 */
export async function shownIds(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const visible = async (wanted: readonly string[]) => {
    const rows = await db
      .selectFrom('companies')
      .select('id')
      .where(isOneOf(db, 'id', wanted))
      .where('show_on_site', '=', 1)
      .execute();
    return new Set(rows.map(({ id }) => id));
  };
  const shown = await visible(ids);
  const moved = new Map<string, string>();
  for (const id of new Set(ids)) {
    const into = shown.has(id) ? undefined : await mergedInto(db, id);
    if (into !== undefined) moved.set(id, into);
  }
  const targets = await visible([...moved.values()]);
  return new Map([
    ...[...shown].map((id) => [id, id] as const),
    ...[...moved].filter(([, into]) => targets.has(into)),
  ]);
}
