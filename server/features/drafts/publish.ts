import { type CompanyChanges, companyChangesSchema } from '../../../core/companies/admin-calls.ts';
import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { flatValues } from '../../../core/companies/own-fields.ts';
import { equalJson } from '../../../core/equal-json.ts';
import type { Language } from '../../../core/languages.ts';
import { problem, refusedFields } from '../../../core/problem.ts';
import { checkWith, refusal } from '../../../core/refusal.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { type CompanySave, lastSave, readAdminCompany, saveCompany, toSave } from '../companies/index.ts';
import { type DraftRow, lockCompany } from './store.ts';

/** The changes of a draft, by the configuration of today. @throws validation_failed */
function checkedChanges(row: DraftRow): CompanyChanges {
  const checked = checkWith(companyChangesSchema, JSON.parse(row.changes));
  if (checked.success) return checked.data;
  throw refusedFields(
    checked.refusals.map(({ path, ...refused }) => ({ path: ['draft', ...path].join('.'), ...refused })),
  );
}

const changedPath = (language: Language | null, field: string) =>
  language === null ? field : `content.${language}.${field}`;

/** The values of a save by their paths. */
function valuesByPath({ shared = {}, texts = {} }: CompanySave): Map<string, unknown> {
  return new Map([
    ...Object.entries(flatValues(shared)),
    ...Object.entries(texts).flatMap(([language, text]) =>
      Object.entries(flatValues(text ?? {})).map(
        ([field, value]) => [changedPath(language as Language, field), value] as const,
      ),
    ),
  ]);
}

/** Paths of conflicting fields: the draft changes them, and the company changed since the draft was made. */
async function disagreements(db: Db, row: DraftRow, save: CompanySave): Promise<string[]> {
  const entries = await db
    .selectFrom('company_versions')
    .select('changes')
    .where('company_id', '=', row.company_id)
    .where('version', '>', row.company_version)
    .orderBy('version')
    .execute();
  const mine = valuesByPath(save);
  const theirs = new Map(
    entries
      .flatMap(({ changes }) => JSON.parse(changes) as HistoryChange[])
      .map(({ field, language, after }) => [changedPath(language, field), after]),
  );
  return [...theirs]
    .filter(([path, after]) => mine.has(path) && !equalJson(mine.get(path) ?? null, after ?? null))
    .map(([path]) => path);
}

/** Saves a draft's changes in its company. @throws company_not_found, conflict, validation_failed */
export async function applyDraft(unit: AuthoredUnit, row: DraftRow): Promise<void> {
  const { tx } = unit;
  const { company_id: id } = row;
  const { model, ...changes } = checkedChanges(row);
  const save = toSave(changes);
  await lockCompany(tx, id);
  const paths = await disagreements(tx, row, save);
  if (paths.length > 0) {
    throw problem('conflict', 'Somebody else saved this company in the meantime.', {
      details: paths.map((path) => ({ path: `draft.${path}`, ...refusal('changed_meanwhile') })),
      extra: { company: await readAdminCompany(tx, id), ...(await lastSave(tx, id)) },
    });
  }
  await saveCompany(unit, id, save, {
    actor: model === undefined ? { ...unit.actor, name: row.saved_by } : { kind: 'ai', name: model },
  });
}

/** Publishes a draft, and deletes it. @throws as `applyDraft` */
export async function publishDraft(unit: AuthoredUnit, row: DraftRow): Promise<void> {
  await applyDraft(unit, row);
  await unit.tx.deleteFrom('company_drafts').where('company_id', '=', row.company_id).execute();
  unit.changed('draft', row.company_id);
}
