import { KINDS_MAX, type SharedFields, TAGS_MAX } from '../../../core/companies/fields.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { type BulkChange, bulkChangeSchema } from '../../../core/jobs/bulk-change-calls.ts';
import type { JobResult } from '../../../core/jobs/calls.ts';
import { toJobResult } from '../../../core/jobs/result.ts';
import { type Problem, problem, refusedFields } from '../../../core/problem.ts';
import { checkWith } from '../../../core/refusal.ts';
import { sharedOf } from '../../platform/database/company-columns.ts';
import { type AuthoredUnit, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import type { BatchWork } from '../../platform/jobs/work.ts';
import {
  applyToEach,
  changeMany,
  type ManyChanged,
  type ManyFields,
  readNames,
  saveCompany,
} from '../companies/index.ts';
import { moveToTrash } from '../trash/index.ts';

type FieldChange = Omit<BulkChange, 'delete'>;

const withList = <T extends string>(
  stored: readonly T[],
  { add = [], remove = [] }: { add?: readonly T[] | undefined; remove?: readonly T[] | undefined },
): T[] => [...new Set([...stored, ...add])].filter((value) => !remove.includes(value));

/** The new values of a company; undefined where it would have too many kinds or tags. */
function fieldsAfter(
  { kinds, tags, fields: _, ...same }: FieldChange,
  stored: SharedFields,
): ManyFields | undefined {
  const lists = {
    ...(kinds ? { kinds: withList(stored.kinds, kinds) } : {}),
    ...(tags ? { tags: withList(stored.tags, tags) } : {}),
  };
  const isTooLong = (lists.kinds?.length ?? 0) > KINDS_MAX || (lists.tags?.length ?? 0) > TAGS_MAX;
  return isTooLong ? undefined : ({ ...same, ...lists } as ManyFields);
}

const resultOf = ({ id, name, version, fields }: ManyChanged): JobResult =>
  toJobResult({
    company_id: id,
    name,
    outcome: version === null ? 'unchanged' : 'updated',
    updatedFields: fields,
    version,
  });

const refusedResult = (id: string, name: string, problem: Problem): JobResult => ({
  ...resultOf({ id, name, version: null, fields: [] }),
  outcome: 'failed',
  error: problem.message,
  code: problem.code as JobResult['code'],
});

const tooMany = () => problem('validation_failed', `At most ${KINDS_MAX} kinds and ${TAGS_MAX} tags.`);

/** In a few statements; values of own fields are not among them. */
async function changeTogether(
  unit: AuthoredUnit,
  ids: readonly string[],
  change: FieldChange,
): Promise<JobResult[]> {
  const refused = new Set<string>();
  const action = Object.keys(change).join() === 'show_on_site' ? 'visibility' : 'update';
  const changed = await changeMany(
    unit,
    ids,
    (stored, id) => {
      const next = fieldsAfter(change, stored);
      if (!next) refused.add(id);
      return next ?? {};
    },
    action,
  );
  return changed.map((company) =>
    refused.has(company.id) ? refusedResult(company.id, company.name, tooMany()) : resultOf(company),
  );
}

/** One after the other: more follows from values of own fields and from a deletion than from other fields. */
async function changeEach(
  unit: AuthoredUnit,
  ids: readonly string[],
  work: (id: string, name: string) => Promise<JobResult>,
): Promise<JobResult[]> {
  const names = await readNames(unit.tx, ids);
  const { done } = await applyToEach(ids, ['company_not_found'], (id) => work(id, names.get(id) ?? id));
  return done.map(({ result }) => result);
}

async function saveOne(
  unit: AuthoredUnit,
  id: string,
  name: string,
  change: FieldChange,
): Promise<JobResult> {
  const row = await unit.tx.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst();
  const next = row && fieldsAfter(change, sharedOf(row));
  if (row && !next) return refusedResult(id, name, tooMany());
  const changes = await saveCompany(unit, id, { shared: { ...next, fields: change.fields } });
  const version = changes.length > 0 && row ? row.version + 1 : null;
  return resultOf({ id, name, version, fields: changes.map(({ field }) => field) });
}

async function deleteOne(unit: AuthoredUnit, id: string, name: string): Promise<JobResult> {
  const bin_id = await moveToTrash(unit, id);
  return { ...resultOf({ id, name, version: null, fields: [] }), outcome: 'updated', bin_id };
}

/** The results of a change that cannot be made any more. */
async function refuseAll(
  { tx }: AuthoredUnit,
  ids: readonly string[],
  refused: Problem,
): Promise<JobResult[]> {
  const names = await readNames(tx, ids);
  return ids.map((id) => refusedResult(id, names.get(id) ?? id, refused));
}

/** A bulk change of some companies. */
export const bulkChangeWork: BatchWork = {
  size: ROWS_PER_STATEMENT,
  async save(unit, ids, job) {
    // Categories, kinds and fields may have become others since the change was asked for.
    const checked = checkWith(bulkChangeSchema, job.input['change']);
    if (!checked.success) {
      const details = checked.refusals.map((refused) => ({
        ...refused,
        path: ['change', ...refused.path].join('.'),
      }));
      return refuseAll(unit, ids, refusedFields(details));
    }
    const { delete: deletes, ...change } = checked.data;
    const results = deletes
      ? await changeEach(unit, ids, (id, name) => deleteOne(unit, id, name))
      : change.fields
        ? await changeEach(unit, ids, (id, name) => saveOne(unit, id, name, change))
        : await changeTogether(unit, ids, change);
    const found = new Set(results.map(({ company_id }) => company_id));
    const gone = ids.filter((id) => !found.has(id));
    return [...results, ...gone.map((id) => refusedResult(id, id, companyNotFound(id)))];
  },
};
