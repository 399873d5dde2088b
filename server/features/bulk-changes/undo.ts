import type { SharedFields } from '../../../core/companies/fields.ts';
import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { RESTORE_REFUSALS } from '../../../core/companies/history-calls.ts';
import { nestedValues } from '../../../core/companies/own-fields.ts';
import type { JobResult } from '../../../core/jobs/calls.ts';
import { type AuthoredUnit, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import {
  applyToEach,
  changeMany,
  leftOtherwise,
  type ManyFields,
  saveCompany,
  valueOfToday,
} from '../companies/index.ts';
import { restoreFromTrash } from '../trash/index.ts';

const isUndoable = ({ version, bin_id, undone }: JobResult) =>
  undone === null && (version !== null || bin_id !== undefined);

/** What a bulk change did to a company and nobody changed since. */
interface Standing {
  /** Values from before, as the configuration has them today. */
  before: Partial<SharedFields>;
  /** Whether the bulk change changed nothing else. */
  isWhole: boolean;
}

/** What of a bulk change still stands in each of its companies. */
async function standingChanges(
  { tx }: AuthoredUnit,
  results: readonly JobResult[],
): Promise<Map<string, Standing>> {
  const versions = new Map(results.map(({ company_id, version }) => [company_id, version ?? 0]));
  const rows = await tx
    .selectFrom('company_versions')
    .select(['company_id', 'version', 'changes'])
    .where('company_id', 'in', [...versions.keys()])
    .where('version', '>=', Math.min(...versions.values()))
    .orderBy('version')
    .execute();
  const byCompany = Map.groupBy(rows, ({ company_id }) => company_id);
  const standing = new Map<string, Standing>();
  for (const [id, version] of versions) {
    const changesOf = (isWanted: (of: number) => boolean) =>
      (byCompany.get(id) ?? [])
        .filter((row) => isWanted(row.version))
        .flatMap((row) => JSON.parse(row.changes) as HistoryChange[]);
    const own = changesOf((of) => of === version);
    const since = new Set(
      leftOtherwise(
        own,
        changesOf((of) => of > version),
      ).map(({ field }) => field),
    );
    const back = own
      .filter(({ field }) => !since.has(field))
      .map(({ field, before }) => [field, valueOfToday(field, null, before)] as const)
      .filter(([, before]) => before !== undefined);
    const before = nestedValues(Object.fromEntries(back)) as Partial<SharedFields>;
    standing.set(id, { before, isWhole: own.length > 0 && back.length === own.length });
  }
  return standing;
}

/** Takes back what a bulk change did to at most 500 companies. @returns false where nothing is left to take back */
export async function undoBatch(unit: AuthoredUnit, results: JobResult[]): Promise<boolean> {
  const batch = results.filter(isUndoable).slice(0, ROWS_PER_STATEMENT);
  if (batch.length === 0) return false;
  const binned = new Map(
    batch.flatMap((result) => (result.bin_id === undefined ? [] : [[result.bin_id, result]])),
  );
  const { done } = await applyToEach([...binned.keys()], RESTORE_REFUSALS, (id) =>
    restoreFromTrash(unit, id, { later: true }),
  );
  const restored = new Set(done.map(({ id }) => id));
  for (const [id, result] of binned) result.undone = restored.has(id) ? 'restored' : 'kept';
  const changed = batch.filter(({ version }) => version !== null);
  if (changed.length === 0) return true;
  const standing = await standingChanges(unit, changed);
  // More follows from values of own fields than `changeMany` writes.
  const [withOwn = [], others = []] = [true, false].map((isOwn) =>
    [...standing].filter(([, { before }]) => (before.fields !== undefined) === isOwn).map(([id]) => id),
  );
  const saved = await applyToEach(withOwn, ['company_not_found'], (id) =>
    saveCompany(unit, id, { shared: standing.get(id)?.before ?? {} }, { action: 'restore' }),
  );
  const found = await changeMany(
    unit,
    others,
    (_, id) => (standing.get(id)?.before ?? {}) as ManyFields,
    'restore',
  );
  const there = new Set([...saved.done, ...found].map(({ id }) => id));
  for (const result of changed) {
    const isWhole = there.has(result.company_id) && standing.get(result.company_id)?.isWhole;
    result.undone = isWhole ? 'restored' : 'kept';
  }
  return true;
}
