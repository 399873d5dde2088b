import type { Selectable } from 'kysely';
import type { Change } from '../../core/companies/admin-calls.ts';
import { COMPLETE_TRANSLATION, LANGUAGES, type Language } from '../../core/languages.ts';
import type { ChangedSentences, TranslationStatus } from '../../core/translations/calls.ts';
import { sentenceChanges } from '../../core/translations/sentences.ts';
import { textIn } from '../companies/listing.ts';
import { companyNotFound } from '../companies/store.ts';
import type { CompanyTextTable } from '../database/schema.ts';
import type { Db, Unit } from '../database/types.ts';

type Incomplete = TranslationStatus['incompleteTranslations'][number];
type Unreviewed = TranslationStatus['unreviewedTranslations'][number];
type Pending = TranslationStatus['pendingUpdates'][number];
type TextRow = Selectable<CompanyTextTable>;
/** What the status reads of a text: no stories. */
type TextState = Pick<
  TextRow,
  'company_id' | 'language' | 'name' | 'updated_at' | 'pending_since' | 'pending_language' | 'reviewed'
>;

async function textStates(db: Db): Promise<Map<string, TextState[]>> {
  const rows = await db
    .selectFrom('company_texts')
    .select(['company_id', 'language', 'name', 'updated_at', 'pending_since', 'pending_language', 'reviewed'])
    .orderBy('company_id')
    .execute();
  return Map.groupBy(rows, (row) => row.company_id);
}

function incomplete(states: Map<string, TextState[]>): Incomplete[] {
  return [...states].flatMap(([company_id, texts]) => {
    if (texts.length >= COMPLETE_TRANSLATION) return [];
    const name = textIn(texts, 'en')?.name;
    return [
      {
        company_id,
        english_name: name === undefined ? [] : [name],
        available_languages: LANGUAGES.filter((known) => texts.some((text) => text.language === known)),
        language_count: texts.length,
      },
    ];
  });
}

function unreviewed(states: Map<string, TextState[]>): Unreviewed[] {
  return [...states].flatMap(([company_id, texts]) => {
    const languages = LANGUAGES.filter((known) =>
      texts.some((text) => text.language === known && text.reviewed === 0),
    );
    if (languages.length === 0) return [];
    return [{ company_id, name: textIn(texts, 'en')?.name ?? company_id, languages }];
  });
}

/** The companies that lack a language (specification, section 4). */
export async function findIncomplete(db: Db): Promise<Incomplete[]> {
  return incomplete(await textStates(db));
}

export async function readStatus(db: Db): Promise<TranslationStatus> {
  const states = await textStates(db);
  const incompleteTranslations = incomplete(states);
  const unreviewedTranslations = unreviewed(states);
  const pendingUpdates: Pending[] = [];
  for (const [company_id, texts] of states) {
    const behind = texts.filter((text) => text.pending_since !== null);
    const since = behind.map((text) => text.pending_since ?? '').sort()[0];
    const ahead = aheadOf(behind);
    if (since === undefined || ahead === undefined) continue;
    pendingUpdates.push({
      company_id,
      name: textIn(texts, 'en')?.name ?? company_id,
      modified_language: ahead,
      last_modified: texts.find((text) => text.language === ahead)?.updated_at ?? since,
      languages: LANGUAGES.filter((known) => behind.some((text) => text.language === known)),
      changed: await changesSince(db, company_id, ahead, since),
    });
  }
  return {
    summary: {
      incompleteCount: incompleteTranslations.length,
      pendingCount: pendingUpdates.length,
      unreviewedCount: unreviewedTranslations.length,
    },
    incompleteTranslations,
    pendingUpdates,
    unreviewedTranslations,
  };
}

/** The language that is ahead of the others: the one whose change came last. */
export function aheadOf(
  texts: readonly Pick<TextState, 'pending_since' | 'pending_language'>[],
): Language | undefined {
  const behind = texts.filter((text) => text.pending_since !== null && text.pending_language !== null);
  behind.sort((a, b) => ((a.pending_since ?? '') < (b.pending_since ?? '') ? 1 : -1));
  return behind[0]?.pending_language ?? undefined;
}

const asText = (value: unknown) =>
  Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : '';

/** The sentences that the saves since a moment changed in a language, by field. */
async function changesSince(
  db: Db,
  companyId: string,
  language: Language,
  since: string,
): Promise<ChangedSentences[]> {
  const rows = await db
    .selectFrom('company_versions')
    .select('changes')
    .where('company_id', '=', companyId)
    .where('at', '>=', since)
    .orderBy('id')
    .execute();
  const fields = new Map<string, { before: unknown; after: unknown }>();
  for (const change of rows.flatMap((row) => JSON.parse(row.changes) as Change[])) {
    if (change.language !== language) continue;
    const first = fields.get(change.field);
    fields.set(change.field, { before: first ? first.before : change.before, after: change.after });
  }
  return [...fields]
    .map(([field, { before, after }]) => ({
      field,
      ...sentenceChanges(asText(before), asText(after), language),
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

/** Marks a text as looked over. @throws company_not_found also where the company lacks the language */
export async function markReviewed(unit: Unit, companyId: string, language: Language): Promise<void> {
  const row = await unit.tx
    .updateTable('company_texts')
    .set({ reviewed: 1 })
    .where('company_id', '=', companyId)
    .where('language', '=', language)
    .returning('company_id')
    .executeTakeFirst();
  if (!row) throw companyNotFound(companyId);
  unit.changed('company', companyId, { after: { language } });
}
