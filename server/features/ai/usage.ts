import { sql } from 'kysely';
import { costOf } from '../../../core/ai/prices.ts';
import { problem } from '../../../core/problem.ts';
import type { AiProvider } from '../../../core/settings/rules.ts';
import type { Env } from '../../env.ts';
import type { AiPurpose } from '../../platform/database/ai-tables.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import type { SettingsStore } from '../settings/index.ts';

/** Months that are shown. */
const USAGE_MONTHS = 12;

/** What a question takes where none of its purpose was measured yet: a guess by the length of prompts and answers. */
const USUAL_TOKENS: Partial<Record<AiPurpose, TokenCounts>> = {
  // Mostly the pages read by the search of the provider.
  update: { input_tokens: 20_000, output_tokens: 2_000 },
  translate: { input_tokens: 2_000, output_tokens: 2_000 },
};

interface TokenCounts {
  input_tokens: number;
  output_tokens: number;
}

interface AnsweredQuestion extends TokenCounts {
  provider: AiProvider;
  model: string;
  purpose: AiPurpose;
}

export interface AiUsage {
  /** @throws ai_limit_spent; requests in progress are not counted yet, so they can exceed the limit */
  requireLeft(): Promise<void>;
  /** Counts an answer. */
  record(answered: AnsweredQuestion): Promise<void>;
  /** Tokens used in the current month (`YYYY-MM`), and the monthly limit; null without a limit. */
  spent(): Promise<{ month: string; spent: number; limit: number | null }>;
}

/**
 * Counts what questions take. The limit is the setting of the console, and the operator's where that is lower.
 * @param today the current day in the site's time zone
 */
export function createAiUsage(
  database: Database,
  settings: SettingsStore,
  env: Pick<Env, 'AI_MONTHLY_TOKENS'>,
  today: () => string,
): AiUsage {
  async function spent() {
    const month = today().slice(0, 7);
    const [row, { aiMonthlyTokens }] = await Promise.all([
      database.read
        .selectFrom('ai_usage')
        .select(sql<number>`coalesce(sum(input_tokens + output_tokens), 0)`.as('tokens'))
        .where('month', '=', month)
        .executeTakeFirstOrThrow(),
      settings.current(),
    ]);
    const limits = [aiMonthlyTokens, env.AI_MONTHLY_TOKENS ?? 0].filter((limit) => limit > 0);
    return { month, spent: Number(row.tokens), limit: limits.length > 0 ? Math.min(...limits) : null };
  }

  return {
    spent,
    async requireLeft() {
      const { spent: tokens, limit } = await spent();
      if (limit !== null && tokens >= limit)
        throw problem('ai_limit_spent', 'This month has taken as many tokens as the settings allow.');
    },
    async record({ provider, model, purpose, input_tokens, output_tokens }) {
      const key = { month: today().slice(0, 7), provider, model, purpose };
      await database.write(({ tx }) =>
        tx
          .insertInto('ai_usage')
          .values({ ...key, requests: 1, input_tokens, output_tokens })
          .onConflict((conflict) =>
            conflict.columns(['month', 'provider', 'model', 'purpose']).doUpdateSet((eb) => ({
              requests: eb('ai_usage.requests', '+', 1),
              input_tokens: eb('ai_usage.input_tokens', '+', input_tokens),
              output_tokens: eb('ai_usage.output_tokens', '+', output_tokens),
            })),
          )
          .execute(),
      );
    },
  };
}

const total = (column: 'requests' | 'input_tokens' | 'output_tokens') =>
  sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column);

/** What each model took in each of the last months, the newest first. */
export async function usageByMonth(db: Db) {
  const months = db
    .selectFrom('ai_usage')
    .select('month')
    .distinct()
    .orderBy('month', 'desc')
    .limit(USAGE_MONTHS);
  const rows = await db
    .selectFrom('ai_usage')
    .select(['month', 'provider', 'model', total('requests'), total('input_tokens'), total('output_tokens')])
    .where('month', 'in', months)
    .groupBy(['month', 'provider', 'model'])
    .orderBy('month', 'desc')
    .orderBy('provider')
    .orderBy('model')
    .execute();
  return rows.map((row) => {
    const [requests, input_tokens, output_tokens] = [
      Number(row.requests),
      Number(row.input_tokens),
      Number(row.output_tokens),
    ];
    const counted = { requests, input_tokens, output_tokens };
    return { ...row, ...counted, cost: costOf(row.model, counted) };
  });
}

/** Estimated tokens of a number of questions, from the mean of the measured questions. */
export async function estimateQuestions(
  db: Db,
  { provider, model, purpose }: Pick<AnsweredQuestion, 'provider' | 'model' | 'purpose'>,
  requests: number,
) {
  const row = await db
    .selectFrom('ai_usage')
    .select([total('requests'), total('input_tokens'), total('output_tokens')])
    .where('provider', '=', provider)
    .where('model', '=', model)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  const measured = Number(row.requests);
  const each = (column: keyof TokenCounts) =>
    measured > 0 ? Number(row[column]) / measured : (USUAL_TOKENS[purpose]?.[column] ?? 0);
  const tokens = {
    input_tokens: Math.round(each('input_tokens') * requests),
    output_tokens: Math.round(each('output_tokens') * requests),
  };
  return { provider, model, requests, ...tokens, cost: costOf(model, tokens), measured: measured > 0 };
}
