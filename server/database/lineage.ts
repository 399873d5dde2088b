import type { DeferredCounters } from './deferred-counters.ts';
import { newId } from './ids.ts';
import type { ApplyIncrement, Database, Db } from './types.ts';

/** The row of `state` that names the history in which revisions are counted. */
const LINEAGE = 'lineage';
/** Begins the rows of `state` that say that a change is committed whose topics are raised a moment later. */
const OWED = 'owed ';

/** Begins another history: what was kept of the one before is told to be of another. */
export async function beginLineage(tx: Db): Promise<void> {
  await putState(tx, LINEAGE, newId());
}

/**
 * The name of the history in which revisions are counted, another one in each database: a number is
 * the same state of the directory only within one. Raises what a process that was killed could not
 * raise any more, so that a revision of before proves what it seems to prove.
 * @param isEnded whether the one that is found is to be ended, because its numbers were counted further
 */
export async function joinLineage(
  database: Database,
  isEnded: (lineage: string) => Promise<boolean>,
): Promise<string> {
  return database.write(async (unit) => {
    const { tx } = unit;
    const read = async () =>
      (await tx.selectFrom('state').select('value').where('name', '=', LINEAGE).executeTakeFirst())?.value;
    const found = await read();
    if (found === undefined || (await isEnded(found))) await beginLineage(tx);
    const owed = await tx.deleteFrom('state').where('name', 'like', `${OWED}%`).executeTakeFirst();
    if (Number(owed.numDeletedRows) > 0) unit.changed('company', 'all');
    // What is counted is raised a second later at most.
    else unit.changed('statistics', 'all', { topics: ['likes', 'visits'] });
    return (await read()) ?? '';
  });
}

/** Notes that long work of this process changed something that is not raised yet, until it is. */
export function trackOwed() {
  const name = `${OWED}${newId()}`;
  let running = 0;
  let last: string | undefined;
  return {
    /** A write begins. @returns to be called at its end */
    begin(): () => void {
      running++;
      return () => void running--;
    },
    /** In a write that changes something. */
    note(counters: DeferredCounters): void {
      const value = newId();
      last = value;
      counters.increment(name, 1, (tx) => putState(tx, name, value));
    },
    /** In a write that raises all that waits: nothing is owed, unless something was noted since. */
    settle(counters: DeferredCounters): void {
      if (running > 0 || last === undefined) return;
      const value = last;
      // After what may be noted in the same commit: that has another value, and stays.
      counters.increment(`${name} settled`, 1, removeState(name, value));
    },
  };
}

async function putState(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

const removeState =
  (name: string, value: string): ApplyIncrement =>
  async (tx) => {
    await tx.deleteFrom('state').where('name', '=', name).where('value', '=', value).execute();
  };
