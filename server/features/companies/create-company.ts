import type { Insertable } from 'kysely';
import {
  EMPLOYEES_MIN,
  emptyShared,
  SHARED_FIELDS,
  type SharedFields,
  TEXT_FIELDS,
  type TextFields,
} from '../../../core/companies/fields.ts';
import { claimsOfNothing } from '../../../core/companies/figures.ts';
import { withFollowed } from '../../../core/companies/headline.ts';
import { mergedValues } from '../../../core/companies/own-fields.ts';
import { revenuePerPerson } from '../../../core/companies/per-person.ts';
import { companyId, nextFreeId } from '../../../core/companies/slug.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../core/languages.ts';
import { problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { nameKey } from '../../../core/text.ts';
import { companyTags } from '../../platform/database/cache-tags.ts';
import { sharedColumns, textColumns } from '../../platform/database/company-columns.ts';
import type { CompanyTable } from '../../platform/database/schema.ts';
import { compiledInsert } from '../../platform/database/statements.ts';
import type { Actor, AuthoredUnit, Db } from '../../platform/database/types.ts';
import { lockFounderNames, syncFounderNames, withKnownNames } from './founders.ts';
import { refreshListing } from './listing.ts';
import { endRedirects, mergedInto } from './merged-ids.ts';
import { isReservedId } from './reserved-ids.ts';
import { type CompanySave, differences, given, newText, withScore } from './save-company.ts';
import { noteVersions } from './versions.ts';

const insertTexts = compiledInsert('company_texts');
const insertWhereFree = compiledInsert('companies', (insert) =>
  insert.onConflict((conflict) => conflict.column('id').doNothing()).returning('id'),
);

export interface NewCompanyOptions {
  /** Author recorded for `proposed` fields; defaults to the author of the write. */
  actor?: Actor;
  /** The current year, in the site's time zone: the default founding year. */
  year: number;
  /** A wanted id; without one it comes from the name. */
  id?: string | undefined;
  /** Fields that the history names as the actor's. */
  proposed?: readonly string[] | undefined;
  /** Figures that an import restores. */
  figures?: { likes?: number; views?: number; created_at?: string } | undefined;
}

/** Makes a company with the defaults of the specification's section 9. Returns its id. */
export async function createCompany(
  unit: AuthoredUnit,
  save: CompanySave,
  { actor, proposed = [], year, id: wanted, figures }: NewCompanyOptions,
): Promise<string> {
  const { tx, now } = unit;
  const at = now.toISOString();
  const texts = LANGUAGES.flatMap((language) => {
    const fields = given(save.texts?.[language] as Partial<TextFields> | undefined);
    if (Object.keys(fields).length === 0) return [];
    const text = newText(fields, language);
    return [{ language, ...text, fields: mergedValues(null, text.fields) }];
  });
  const named = texts.find((text) => text.language === DEFAULT_LANGUAGE) ?? texts[0];
  if (!named)
    throw refusedField('body.name', { ...refusal('required'), message: 'Company name is required' });
  const usual = { ...emptyShared(), employees: EMPLOYEES_MIN, founded: year };
  const stated = given(save.shared as Partial<SharedFields> | undefined);
  const shared: SharedFields = {
    ...usual,
    ...withScore(usual, stated, withFollowed(usual, stated), now),
  };
  shared.fields = mergedValues(null, shared.fields);
  Object.assign(shared, claimsOfNothing(shared));
  if (shared.founders.length > 0) await lockFounderNames(tx);
  shared.founders = await withKnownNames(tx, shared.founders);
  for (const text of texts) if (text.founder === shared.founder) text.founder = null;
  const columns = sharedColumns(shared);
  const row = {
    ...columns,
    revenue_per_person: revenuePerPerson(columns),
    likes: figures?.likes ?? 0,
    likes_imported: figures?.likes ?? 0,
    views: figures?.views ?? 0,
    name_key: nameKey(named.name),
    version: 1,
    created_at: figures?.created_at ?? at,
    updated_at: at,
  };
  const id = await insertCompany(
    tx,
    row,
    wanted ?? companyId(named.name, now.getTime()),
    wanted !== undefined,
  );
  await insertTexts(
    tx,
    texts.map(({ language, ...text }) => ({
      company_id: id,
      language,
      ...textColumns(text),
      updated_at: at,
    })),
  );
  const filled = [
    ...texts.flatMap(({ language, ...text }) => differences<TextFields>(TEXT_FIELDS, {}, text, language)),
    ...differences<SharedFields>(SHARED_FIELDS, {}, shared, null),
  ].filter(({ field, after }) => proposed.includes(field) && after !== null);
  await noteVersions(tx, [{ companyId: id, version: 1, changes: filled }], 'create', {
    actor: actor ?? unit.actor,
    now,
  });
  await refreshListing(tx, id, { later: unit.isLongWork, isNew: true });
  await syncFounderNames(unit, id, shared.founders);
  unit.changed('company', id, { after: named.name, tags: companyTags(id, [shared]) });
  return id;
}

/** Stores a company under the id or, unless exactly that one is wanted, the first free of `-2`, `-3` ... */
async function insertCompany(
  tx: Db,
  row: Omit<Insertable<CompanyTable>, 'id'>,
  wanted: string,
  exactly: boolean,
): Promise<string> {
  if (exactly && isReservedId(wanted)) throw refusedField('body.id', refusal('id_reserved', { id: wanted }));
  for (;;) {
    const id = exactly ? wanted : await freeId(tx, wanted);
    // Another transaction may take the id meanwhile: then the next one is looked for.
    const [inserted] = await insertWhereFree(tx, [{ id, ...row }]);
    // Looked up after the insert, which waits for a merge of the company that had the id.
    const into = await mergedInto(tx, id);
    if (inserted && into === undefined) {
      await endRedirects(tx, id);
      return id;
    }
    if (inserted) await tx.deleteFrom('companies').where('id', '=', id).execute();
    if (exactly) {
      const taken = into === undefined ? refusal('id_taken', { id }) : refusal('id_merged', { id, into });
      throw problem('conflict', taken.message, { details: [{ path: 'body.id', ...taken }] });
    }
  }
}

/** The id, or the first of `-2`, `-3` ... that no company has or had before a merge, and that is no address of the site's own. */
export async function freeId(tx: Db, id: string): Promise<string> {
  const rows = await tx
    .selectFrom('companies')
    .select('id')
    .union(tx.selectFrom('company_moves').select('company_id as id'))
    .where((eb) => eb.or([eb('id', '=', id), eb.and([eb('id', '>=', `${id}-`), eb('id', '<', `${id}.`)])]))
    .execute();
  return nextFreeId(id, new Set([...rows.map((row) => row.id), ...(isReservedId(id) ? [id] : [])]));
}
