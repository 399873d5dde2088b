import type { Selectable } from 'kysely';
import {
  EMPTY_TEXTS,
  SHARED_FIELDS,
  type SharedFields,
  TEXT_FIELDS,
  type TextFields,
} from '../../../core/companies/fields.ts';
import { claimsOfNothing, outdatedClaims } from '../../../core/companies/figures.ts';
import { FOLLOWING, HEADLINES, withFollowed } from '../../../core/companies/headline.ts';
import type { HistoryChange, HistoryEntry } from '../../../core/companies/history-calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { flatValues, mergedValues } from '../../../core/companies/own-fields.ts';
import { formatRevenue } from '../../../core/companies/revenue.ts';
import { score } from '../../../core/companies/score.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { freshnessAfter } from '../../../core/translations/freshness.ts';
import { companyTags } from '../../platform/database/cache-tags.ts';
import {
  readTextFields,
  sharedColumns,
  sharedOf,
  textColumns,
} from '../../platform/database/company-columns.ts';
import { isPostgres } from '../../platform/database/id-list.ts';
import type { CompanyTable, CompanyTextRow } from '../../platform/database/schema.ts';
import type { Actor, AuthoredUnit, Db } from '../../platform/database/types.ts';
import { toSearchDocument } from '../company-index/index.ts';
import { readAdminCompany } from './admin-store.ts';
import { lockFounderNames, syncFounderNames, withKnownNames } from './founders.ts';
import { refreshListing } from './listing.ts';
import { lastSave, noteVersions } from './versions.ts';

/** What a save changes; absent fields stay. */
export interface CompanySave {
  shared?: { [F in keyof SharedFields]?: SharedFields[F] | undefined };
  texts?: { [L in Language]?: { [F in keyof TextFields]?: TextFields[F] | undefined } | undefined };
}

export interface SaveOptions {
  /** Actor of the history, where it differs from the author: the model of an accepted proposal. */
  actor?: Actor;
  action?: HistoryEntry['action'];
  /** Refuses the save where the company is at another version. */
  expectedVersion?: number | undefined;
  /** The texts are a machine's translations of the others: they mark no other language pending. */
  translated?: boolean;
  /**
   * The texts of all languages come from one file: none marks another pending, and an unchanged text keeps its state,
   * because it was not reviewed.
   */
  together?: boolean;
}

/** Removes undefined fields; revenue gets its normal form. */
export function given<T extends object>(fields: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, field === 'revenue' ? formatRevenue(String(value)) : value]),
  ) as Partial<T>;
}

/** The fields of `after` that differ from `before`. */
export function differences<T extends object>(
  fields: readonly (keyof T & string)[],
  before: Partial<T>,
  after: Partial<T>,
  language: Language | null,
): HistoryChange[] {
  const built = fields
    .filter((field) => Object.hasOwn(after, field) && !equalJson(before[field], after[field]))
    .map((field) => ({ field, language, before: before[field] ?? null, after: after[field] ?? null }));
  return built.flatMap((change): HistoryChange[] =>
    change.field === 'fields' ? ownDifferences(change, language) : [change],
  );
}

/** Each of the directory's own fields is a change of its own. */
function ownDifferences(
  { before, after }: Pick<HistoryChange, 'before' | 'after'>,
  language: Language | null,
): HistoryChange[] {
  const [was, is] = [flatValues({ fields: before }), flatValues({ fields: after })];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !equalJson(was[field], is[field]))
    .map((field) => ({ field, language, before: was[field] ?? null, after: is[field] ?? null }));
}

/** The save with the score that a headline gives which was not written but followed. */
export function withScore(
  stored: SharedFields,
  wanted: Partial<SharedFields>,
  followed: Partial<SharedFields>,
  now: Date,
): Partial<SharedFields> {
  const after = { ...stored, ...followed };
  const isMoved = HEADLINES.some(
    (headline) => after[FOLLOWING[headline]] && after[headline] !== stored[headline],
  );
  if (!isMoved || wanted.score !== undefined) return followed;
  return { ...followed, score: score(after, now.getUTCFullYear()) };
}

/** A text that is new needs a name; everything else can still be empty. */
export function newText(fields: Partial<TextFields>, language: Language): TextFields {
  if (!fields.name) {
    throw problem('validation_failed', `content.${language}.name: Company name is required`, {
      details: [
        {
          path: `body.content.${language}.name`,
          ...refusal('required'),
          message: 'Company name is required',
        },
      ],
    });
  }
  return { ...EMPTY_TEXTS, ...fields, name: fields.name };
}

/**
 * Saves changes of a company in the caller's write: fields, texts, freshness of the other languages, listing
 * and history. A save without changes leaves no trace. A changed figure clears its year, basis and support by
 * sources, unless the save sets them. A changed name of a founder changes in every company of the founder.
 * @returns the changes made
 * @throws company_not_found, conflict with the current company
 */
export async function saveCompany(
  unit: AuthoredUnit,
  id: string,
  save: CompanySave,
  options: SaveOptions = {},
): Promise<HistoryChange[]> {
  const { tx } = unit;
  const at = unit.now.toISOString();
  const actor = options.actor ?? unit.actor;
  if (save.shared?.founders?.length) await lockFounderNames(tx);
  // Sets nothing, but locks the row until the end of the transaction on both databases.
  const row = await tx
    .updateTable('companies')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw companyNotFound(id);
  if (options.expectedVersion !== undefined && options.expectedVersion !== row.version) {
    throw problem('conflict', 'Somebody else saved this company in the meantime.', {
      extra: { company: await readAdminCompany(tx, id), ...(await lastSave(tx, id)) },
    });
  }
  const rows = await tx.selectFrom('company_texts').selectAll().where('company_id', '=', id).execute();
  const stored = sharedOf(row);
  const wanted = given(save.shared as Partial<SharedFields> | undefined);
  if (wanted.fields !== undefined) wanted.fields = mergedValues(stored.fields, wanted.fields);
  const asked = withScore(stored, wanted, withFollowed(stored, wanted), unit.now);
  if (asked.founders) asked.founders = await withKnownNames(tx, asked.founders, stored.founders);
  const next = { ...outdatedClaims(stored, asked), ...asked };
  const shared = { ...next, ...claimsOfNothing({ ...stored, ...next }) };
  const changes = differences<SharedFields>(SHARED_FIELDS, stored, shared, null);
  const changed: Language[] = [];
  for (const language of LANGUAGES) {
    const fields = given(save.texts?.[language] as Partial<TextFields> | undefined);
    if (Object.keys(fields).length === 0) continue;
    if (fields.founder === (shared.founder ?? row.founder)) fields.founder = null;
    const before = rows.find((text) => text.language === language);
    const known = before && readTextFields(before);
    if (fields.fields !== undefined) fields.fields = mergedValues(known?.fields, fields.fields);
    const after = known ? { ...known, ...fields } : newText(fields, language);
    const textChanges = differences<TextFields>(TEXT_FIELDS, known ?? {}, after, language);
    const written = {
      ...textColumns(after),
      updated_at: at,
      ...originAfter(actor, options, before),
    };
    // Saved as it is, a pending text is up to date all the same: somebody looked at it.
    const looked =
      !options.together && (before?.pending_since != null || (before?.reviewed === 0 && !options.translated));
    if (textChanges.length === 0 && !looked) continue;
    changed.push(language);
    changes.push(...textChanges);
    if (before) {
      await tx
        .updateTable('company_texts')
        .set(textChanges.length > 0 ? written : { reviewed: 1 })
        .where('company_id', '=', id)
        .where('language', '=', language)
        .execute();
    } else {
      await tx
        .insertInto('company_texts')
        .values({ company_id: id, language, ...written })
        .execute();
    }
  }
  await setFreshness(tx, id, rows, changed, changes, save, options, at);
  if (changes.length === 0 && changed.length === 0) return [];
  unit.changed('company', id, {
    before: changes.map(({ field, language, before }) => ({ field, language, value: before })),
    after: changes.map(({ field, language, after }) => ({ field, language, value: after })),
    tags: companyTags(id, [stored, { ...stored, ...shared }]),
  });
  if (changes.length === 0) return [];
  const version = row.version + 1;
  await tx
    .updateTable('companies')
    .set({ ...sharedColumns(shared), version, updated_at: at })
    .where('id', '=', id)
    .execute();
  await noteVersions(tx, [{ companyId: id, version, changes }], options.action ?? 'update', {
    actor,
    now: unit.now,
  });
  await refreshListing(tx, id, { later: unit.isLongWork, before: toSearchDocument(row, rows) });
  if (shared.founders && changes.some(({ field }) => field === 'founders'))
    await syncFounderNames({ ...unit, actor }, id, shared.founders);
  return changes;
}

/** Where a saved text comes from. A machine's correction makes no translation a person's work. */
function originAfter(actor: Actor, { translated }: SaveOptions, before: CompanyTextRow | undefined) {
  if (translated) return { origin: 'machine' as const, model: actor.name, reviewed: 0 };
  if (actor.kind === 'ai' && before) {
    const { origin, model, reviewed } = before;
    return { origin, model, reviewed };
  }
  return { origin: 'person' as const, model: null, reviewed: 1 };
}

async function setFreshness(
  tx: Db,
  id: string,
  rows: CompanyTextRow[],
  saved: Language[],
  changes: HistoryChange[],
  { texts }: CompanySave,
  { translated, together }: SaveOptions,
  at: string,
): Promise<void> {
  const existing = rows.map((text) => ({ language: text.language, pending: text.pending_since !== null }));
  const { clear, mark: behind, ahead } = freshnessAfter(existing, saved);
  const mark = together ? behind.filter((language) => texts?.[language] === undefined) : behind;
  if (clear.length > 0) {
    await tx
      .updateTable('company_texts')
      .set({ pending_since: null, pending_language: null })
      .where('company_id', '=', id)
      .where('language', 'in', clear)
      .execute();
  }
  const contentChanged = changes.some((change) => change.language !== null);
  if (mark.length > 0 && contentChanged && !translated) {
    await tx
      .updateTable('company_texts')
      // Pending since the first change missing in the text.
      .set((eb) => ({ pending_since: eb.fn.coalesce('pending_since', eb.val(at)), pending_language: ahead }))
      .where('company_id', '=', id)
      .where('language', 'in', mark)
      .execute();
  }
}

/**
 * Takes a company's texts in some languages away, with an entry in its history. The last text of a
 * company stays.
 */
export async function removeTexts(
  unit: AuthoredUnit,
  id: string,
  languages: readonly Language[],
  action: HistoryEntry['action'],
): Promise<void> {
  const { tx, now } = unit;
  const rows = await tx.selectFrom('company_texts').selectAll().where('company_id', '=', id).execute();
  const removed = rows.filter((text) => languages.includes(text.language));
  if (removed.length === 0 || removed.length === rows.length) return;
  const { version } = await tx
    .updateTable('companies')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now.toISOString() }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('company_texts')
    .where('company_id', '=', id)
    .where(
      'language',
      'in',
      removed.map((text) => text.language),
    )
    .execute();
  const changes = removed.flatMap((text) =>
    Object.entries(flatValues(readTextFields(text))).map(([field, before]) => ({
      field,
      language: text.language,
      before,
      after: null,
    })),
  );
  await noteVersions(tx, [{ companyId: id, version, changes }], action, unit);
  await refreshListing(tx, id, { later: unit.isLongWork });
  unit.changed('company', id, {
    before: { languages: removed.map((text) => text.language) },
    tags: companyTags(id),
  });
}

/**
 * Locks companies with all that refers to them, in an order that no two writes wait for each other by: likes and
 * comments that come at the same moment wait.
 * @throws company_not_found
 */
export async function lockCompanies(tx: Db, ids: readonly string[]): Promise<Selectable<CompanyTable>[]> {
  const rows: Selectable<CompanyTable>[] = [];
  for (const id of ids.toSorted()) {
    const row = await tx
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', id)
      .$if(isPostgres(tx), (query) => query.forUpdate())
      .executeTakeFirst();
    if (!row) throw companyNotFound(id);
    rows.push(row);
  }
  return rows;
}
