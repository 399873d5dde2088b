import { EMPTY_TEXTS, type TextFields, textFieldsSchema, textNames } from '../../../core/companies/fields.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { flatValues, nestedValues, ownField, ownIdOf } from '../../../core/companies/own-fields.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, usualLanguage } from '../../../core/languages.ts';
import { Problem, problem } from '../../../core/problem.ts';
import type { AiProvider } from '../../../core/settings/rules.ts';
import { readTextFields } from '../../platform/database/company-columns.ts';
import type { CompanyTextRow } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { type Ai, translationQuestion } from '../ai/index.ts';
import { saveCompany } from '../companies/index.ts';
import { aheadOf } from './store.ts';

/** Translations of a company that are made and not saved yet. */
export interface TranslationService {
  source: Language;
  texts: { [L in Language]?: TextFields };
  model: string | undefined;
  /** The first failure, where a language failed. */
  failure: Problem | undefined;
  /** The texts as they were when the translation began. */
  seen: CompanyTextRow[];
}

interface TranslationRequest {
  targets: readonly Language[];
  provider?: AiProvider | undefined;
  signal?: AbortSignal | undefined;
}

export async function readTexts(db: Db, companyId: string): Promise<CompanyTextRow[]> {
  return db.selectFrom('company_texts').selectAll().where('company_id', '=', companyId).execute();
}

/** The language to translate from: the one that is ahead, else the directory's default, else any. */
export function sourceLanguage(
  texts: readonly Pick<CompanyTextRow, 'language' | 'pending_since' | 'pending_language'>[],
): Language | undefined {
  const has = (language: Language | undefined) => texts.some((text) => text.language === language);
  const ahead = aheadOf(texts);
  if (has(ahead)) return ahead;
  const order: readonly Language[] = [usualLanguage(), DEFAULT_LANGUAGE, ...LANGUAGES];
  return order.find(has);
}

/**
 * What a model said as a text, or undefined where something of the original is missing in it.
 * A founder in the common spelling is stored as none.
 */
function readTranslation(
  output: Readonly<Record<string, unknown>>,
  original: TextFields,
): TextFields | undefined {
  const parsed = textFieldsSchema.safeParse({ ...EMPTY_TEXTS, ...nestedValues(output) });
  if (!parsed.success) return undefined;
  const text = parsed.data;
  const [before, after] = [flatValues(original), flatValues(text)];
  const isMissing = (field: string) => {
    // Not translated: fields of the console are not sent to a model.
    if (ownField(ownIdOf(field) ?? '')?.access === 'console') return false;
    const [words, translated] = [before[field] ?? '', after[field] ?? ''];
    if (Array.isArray(words)) return (translated as unknown[]).length !== words.length;
    // In the common spelling a founder has none of the language's own.
    return field !== 'founder' && words !== '' && translated === '';
  };
  return textNames().some(isMissing) ? undefined : text;
}

/** Asks for each language by itself, all at once: one that fails takes no other with it. */
export async function translate(
  db: Db,
  ai: Ai,
  companyId: string,
  { targets, provider, signal }: TranslationRequest,
): Promise<TranslationService> {
  await ai.requireReady(provider);
  const [seen, company] = await Promise.all([
    readTexts(db, companyId),
    db.selectFrom('companies').select('founder').where('id', '=', companyId).executeTakeFirst(),
  ]);
  const source = sourceLanguage(seen);
  const row = seen.find((text) => text.language === source);
  if (!company || !source || !row) throw companyNotFound(companyId);
  const original = { ...readTextFields(row), founder: row.founder ?? company.founder };
  const made: TranslationService = { source, texts: {}, model: undefined, failure: undefined, seen };
  const outcomes = await Promise.allSettled(
    targets
      .filter((target) => target !== source)
      .map(async (target) => {
        const question = translationQuestion(original, source, target);
        const { output, model } = await ai.ask({ ...question, provider, signal });
        const text = readTranslation(output, original);
        if (!text) {
          throw problem('ai_failed', 'The translation is incomplete; nothing was saved.', {
            reason: 'ai_translation_incomplete',
          });
        }
        made.texts[target] = text;
        made.model = model;
      }),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    if (!(outcome.reason instanceof Problem)) throw outcome.reason;
    made.failure ??= outcome.reason;
  }
  return made;
}

/**
 * Saves translations. A language that somebody wrote in the meantime is left alone, and none is
 * saved where the original has changed: they would look up to date and are not.
 * @returns the languages that were saved, and the version that this made
 */
export async function saveTranslations(
  unit: AuthoredUnit,
  companyId: string,
  { source, texts, model, seen }: TranslationService,
): Promise<{ saved: Language[]; version: number | null }> {
  const { tx } = unit;
  const current = await readTexts(tx, companyId);
  const words = (rows: CompanyTextRow[], language: Language) => {
    const row = rows.find((text) => text.language === language);
    return row && JSON.stringify(readTextFields(row));
  };
  const isAsSeen = (language: Language) => words(seen, language) === words(current, language);
  const saved = LANGUAGES.filter((language) => texts[language] && isAsSeen(language));
  if (model === undefined || saved.length === 0 || !isAsSeen(source)) return { saved: [], version: null };
  const changes = await saveCompany(
    unit,
    companyId,
    { texts: Object.fromEntries(saved.map((language) => [language, texts[language]])) },
    { actor: { kind: 'ai', name: model }, action: 'translate', translated: true },
  );
  if (changes.length === 0) return { saved, version: null };
  const { version } = await tx
    .selectFrom('companies')
    .select('version')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { saved, version };
}
