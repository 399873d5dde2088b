import { LANGUAGES } from '../../../core/languages.ts';
import { readState, writeState } from '../../platform/database/state.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { companyIndex } from '../company-index/index.ts';
import { refreshListing } from './listing.ts';

/** The row of `state` that says by which rule, and for which languages, the rows were made. */
const BUILT = 'company_listings_built';
/** To be raised with each change of what `refreshListing` writes. */
const RULE = 13;
const CURRENT = `${RULE} ${LANGUAGES.join(' ')}`;
/** Companies of one transaction: other writes run in between. */
const REBUILD_BATCH = 200;

/**
 * Makes what lists and search read anew where a language came or went, or the rule changed since:
 * migrations know of neither. Does nothing otherwise. Several processes may do it at once.
 * The search index follows, from its queue.
 * @param options.anew in any case
 * @returns how many companies were read anew
 */
export async function rebuildListings(database: Database, { anew = false } = {}): Promise<number> {
  const built = await readState(database.read, BUILT);
  // A restored database has no index: it is in no backup.
  if (!anew && built === CURRENT && !(await companyIndex.isEmpty(database.read))) return 0;
  await database.write(({ tx }) =>
    tx.deleteFrom('company_listings').where('language', 'not in', LANGUAGES).execute(),
  );
  let rebuilt = 0;
  for (let after = ''; ; ) {
    const last = await database.write(async (unit) => {
      const rows = await unit.tx
        .selectFrom('companies')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(REBUILD_BATCH)
        .execute();
      for (const { id } of rows) await refreshListing(unit.tx, id, { later: true });
      rebuilt += rows.length;
      if (rows.length > 0) unit.changed('company', 'all');
      return rows.at(-1);
    });
    if (!last) break;
    after = last.id;
  }
  await database.write(({ tx }) => noteBuilt(tx));
  return rebuilt;
}

/** Records that the read model is current. */
export async function noteBuilt(tx: Db): Promise<void> {
  await writeState(tx, BUILT, CURRENT);
}
