import { equalJson } from '../../../core/equal-json.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { SYNONYMS_LENGTH, SYNONYMS_MAX } from '../../../core/search/synonyms.ts';
import type { SecurityLogDays } from '../../../core/security-log/rules.ts';
import {
  type AiProvider,
  BLOCKED_WORD_MAX,
  BLOCKED_WORDS_MAX,
  type SessionTimeout,
  type Settings,
} from '../../../core/settings/rules.ts';

/** Names of products: the same in every language. */
export const PROVIDER_LABELS: Record<AiProvider, string> = {
  claude: 'Claude (Anthropic)',
  gemini: 'Gemini (Google)',
};

/** The lines of a text that say something, each once. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}

/** What is wrong with the blocked words, or null. */
export function blockedWordsProblem(
  text: string,
): { key: 'tooMany'; max: number } | { key: 'tooLong'; max: number; word: string } | null {
  const words = linesOf(text);
  if (words.length > BLOCKED_WORDS_MAX) return { key: 'tooMany', max: BLOCKED_WORDS_MAX };
  const word = words.find((one) => one.length > BLOCKED_WORD_MAX);
  return word === undefined ? null : { key: 'tooLong', max: BLOCKED_WORD_MAX, word };
}

/** Whether a text is a whole number of at most so much. */
export const isWholeNumber = (text: string, most: number): boolean =>
  /^\d{1,15}$/.test(text.trim()) && Number(text) <= most;

/** The field of the words that mean the same in a language. */
export const synonymsField = (language: Language) => `synonyms.${language}`;

/** The problem of the synonyms, or null. */
export function synonymsProblem(
  text: string,
): { key: 'tooManyLines' | 'tooLongLine'; max: number; line?: string } | null {
  const lines = linesOf(text);
  if (lines.length > SYNONYMS_MAX) return { key: 'tooManyLines', max: SYNONYMS_MAX };
  const line = lines.find((one) => one.length > SYNONYMS_LENGTH);
  return line === undefined ? null : { key: 'tooLongLine', max: SYNONYMS_LENGTH, line: line.slice(0, 40) };
}

/** The settings as the form has them. Its selects offer only valid values. */
export function formValues(form: FormData): Settings {
  const text = (name: keyof Settings) => String(form.get(name) ?? '').trim();
  return {
    claudeApiKey: text('claudeApiKey'),
    geminiApiKey: text('geminiApiKey'),
    claudeModel: text('claudeModel'),
    geminiModel: text('geminiModel'),
    defaultAiProvider: text('defaultAiProvider') as Settings['defaultAiProvider'],
    enableAiUpdates: form.has('enableAiUpdates'),
    aiMonthlyTokens: Number(text('aiMonthlyTokens')),
    aiWeeklyCompanies: Number(text('aiWeeklyCompanies')),
    enableAnalytics: form.has('enableAnalytics'),
    sessionTimeout: Number(text('sessionTimeout')) as SessionTimeout,
    requireSecondFactor: form.has('requireSecondFactor'),
    commentModeration: text('commentModeration') as Settings['commentModeration'],
    blockedWords: linesOf(text('blockedWords')),
    securityLogDays: Number(text('securityLogDays')) as SecurityLogDays,
    alertLanguage: text('alertLanguage') as Language,
    checkSources: form.has('checkSources'),
    failureMails: form.has('failureMails'),
    synonyms: Object.fromEntries(
      LANGUAGES.map((language) => [language, linesOf(String(form.get(synonymsField(language)) ?? ''))]),
    ) as Settings['synonyms'],
  };
}

/** The settings with the words of each language as a field of its own: two people may each change another one. */
export function toFields({ synonyms, ...others }: Settings): Record<string, unknown> {
  return {
    ...others,
    ...Object.fromEntries(LANGUAGES.map((language) => [synonymsField(language), synonyms[language]])),
  };
}

/** The settings of such fields. */
export function fromFields(fields: Record<string, unknown>): Settings {
  const others = Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) => !LANGUAGES.some((language) => name === synonymsField(language)),
    ),
  );
  const synonyms = Object.fromEntries(
    LANGUAGES.map((language) => [language, fields[synonymsField(language)]]),
  );
  return { ...others, synonyms } as unknown as Settings;
}

/** Typed values of the fields that differ from the saved settings. */
export function changedFields(saved: Settings, typed: Settings): Record<string, unknown> {
  const before = toFields(saved);
  return Object.fromEntries(
    Object.entries(toFields(typed)).filter(([name, value]) => !equalJson(value, before[name])),
  );
}

/** Settings with other values in some fields. A field that no longer exists is left out. */
export function withFields(saved: Settings, changed: Record<string, unknown>): Settings {
  const fields = toFields(saved);
  const known = Object.entries(changed).filter(([name]) => name in fields);
  return fromFields({ ...fields, ...Object.fromEntries(known) });
}

/** Whether two states of the settings are the same. */
export function isSameSettings(a: Settings, b: Settings): boolean {
  const names = Object.keys(a) as (keyof Settings)[];
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}
