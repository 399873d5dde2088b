import { z } from 'zod';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages.ts';
import { languageSchema, modelNameSchema, trimmedText, unstorable } from '../schemas.ts';
import { DEFAULT_SYNONYMS, SYNONYMS_LENGTH, SYNONYMS_MAX } from '../search/synonyms.ts';
import { SECURITY_LOG_DAYS } from '../security-log/rules.ts';
import { isStorable } from '../text.ts';

export const AI_PROVIDERS = ['claude', 'gemini'] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];
export const PROVIDER_NAMES: Record<AiProvider, string> = { claude: 'Claude', gemini: 'Gemini' };

/** Hours an administrator's session can last (specification, section 9). */
export const SESSION_TIMEOUTS = [1, 4, 8, 24, 72, 168] as const;
export type SessionTimeout = (typeof SESSION_TIMEOUTS)[number];

/** Which comments wait for a moderator before they are shown. */
export const MODERATION_MODES = ['none', 'first', 'all'] as const;

/** The highest limit of tokens for a month. */
export const AI_TOKENS_MAX = 1_000_000_000_000;
/** Most companies that the schedule asks about in a week. */
export const AI_WEEKLY_MAX = 200;

export const BLOCKED_WORDS_MAX = 500;
/** The longest blocked word, in characters. */
export const BLOCKED_WORD_MAX = 100;

const byLanguage = <T extends z.ZodType>(schemaOf: (language: Language) => T) =>
  z.object(
    Object.fromEntries(LANGUAGES.map((language) => [language, schemaOf(language)])) as { [L in Language]: T },
  );

/** Every setting that the console can change, as it is stored; keys are stored encrypted. */
export const settingsSchema = z.object({
  claudeApiKey: z.string().default(''),
  geminiApiKey: z.string().default(''),
  claudeModel: z.string().default('claude-sonnet-5-5'),
  geminiModel: z.string().default('gemini-3.8-flash'),
  defaultAiProvider: z.enum(AI_PROVIDERS).default('claude'),
  enableAiUpdates: z.boolean().default(true),
  /** Tokens that the questions to AI of a month may take; 0: without a limit. */
  aiMonthlyTokens: z.number().int().default(0),
  /** Companies with the oldest figures that get proposals of AI each week; 0: none. */
  aiWeeklyCompanies: z.number().int().default(0),
  enableAnalytics: z.boolean().default(true),
  sessionTimeout: z.union(SESSION_TIMEOUTS.map((hours) => z.literal(hours))).default(24),
  requireSecondFactor: z.boolean().default(false),
  commentModeration: z.enum(MODERATION_MODES).default('none'),
  blockedWords: z.array(z.string()).default([]),
  /** Days for which the security log is kept. */
  securityLogDays: z.union(SECURITY_LOG_DAYS.map((days) => z.literal(days))).default(180),
  /** In which alerts about access are written. */
  alertLanguage: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
  /** Whether the server asks the addresses of sources now and then if they are still there. */
  checkSources: z.boolean().default(false),
  /** Whether owners are told by mail of failing backups, mails, purges, link checks, jobs and full disks. */
  failureMails: z.boolean().default(true),
  /** Words that mean the same to the search: a line each, by language. */
  synonyms: byLanguage((language) =>
    z.array(z.string()).default([...(DEFAULT_SYNONYMS[language] ?? [])]),
  ).prefault({}),
});
export type Settings = z.output<typeof settingsSchema>;

const apiKeySchema = z.string().trim().max(500).refine(isStorable, unstorable);

/** Settings as a save sends them: absent ones stay as they are. The compiler asks for every setting. */
export const settingsChangesSchema = z.object({
  claudeApiKey: apiKeySchema.optional(),
  geminiApiKey: apiKeySchema.optional(),
  claudeModel: modelNameSchema.optional(),
  geminiModel: modelNameSchema.optional(),
  defaultAiProvider: z.enum(AI_PROVIDERS).optional(),
  enableAiUpdates: z.boolean().optional(),
  aiMonthlyTokens: z.number().int().min(0).max(AI_TOKENS_MAX).optional(),
  aiWeeklyCompanies: z.number().int().min(0).max(AI_WEEKLY_MAX).optional(),
  enableAnalytics: z.boolean().optional(),
  sessionTimeout: z
    .union(
      SESSION_TIMEOUTS.map((hours) => z.literal(hours)),
      { error: `Must be one of ${SESSION_TIMEOUTS.join(', ')}` },
    )
    .optional(),
  requireSecondFactor: z.boolean().optional(),
  commentModeration: z.enum(MODERATION_MODES).optional(),
  blockedWords: z.array(trimmedText(1, BLOCKED_WORD_MAX)).max(BLOCKED_WORDS_MAX).optional(),
  securityLogDays: z
    .union(
      SECURITY_LOG_DAYS.map((days) => z.literal(days)),
      { error: `Must be one of ${SECURITY_LOG_DAYS.join(', ')}` },
    )
    .optional(),
  alertLanguage: languageSchema.optional(),
  checkSources: z.boolean().optional(),
  failureMails: z.boolean().optional(),
  synonyms: byLanguage(() => z.array(trimmedText(1, SYNONYMS_LENGTH)).max(SYNONYMS_MAX)).optional(),
} satisfies Record<keyof Settings, z.ZodType>);

/** Shorter keys would be half shown by their ends. */
const SHOWN_FROM = 12;
const VISIBLE_ENDS = 4;
const MASK = '*';

/** A key as it is shown: the first and last four characters; a short one not at all (specification, section 2). */
export function maskKey(key: string): string {
  if (key.length < SHOWN_FROM) return MASK.repeat(key.length);
  return key.slice(0, VISIBLE_ENDS) + MASK.repeat(key.length - 2 * VISIBLE_ENDS) + key.slice(-VISIBLE_ENDS);
}

/** Whether a text is masked rather than a key: no provider's key has these characters. */
export function looksMasked(text: string): boolean {
  return /[*•●…]/.test(text);
}
