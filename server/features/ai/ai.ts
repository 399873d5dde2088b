import { APICallError, generateText, Output, type OutputInterface } from 'ai';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { WebSource } from '../../../core/ai/calls.ts';
import { type Problem, type ProblemReason, problem } from '../../../core/problem.ts';
import {
  AI_PROVIDERS,
  type AiProvider,
  maskKey,
  PROVIDER_NAMES,
  type Settings,
} from '../../../core/settings/rules.ts';
import { isHttpUrl } from '../../../core/text.ts';
import type { Env } from '../../env.ts';
import type { AiPurpose } from '../../platform/database/ai-tables.ts';
import type { Now } from '../../platform/time/clock.ts';
import type { SettingsStore } from '../settings/index.ts';
import { readObject } from './answer.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { AnswerTooLarge, createFetch, Unreachable } from './fetch.ts';
import { openProvider, type Provider } from './providers.ts';
import type { AiUsage } from './usage.ts';

/** How long an answer may take, retries included, in milliseconds. */
const AI_TIMEOUT = 30_000;
const FIRST_WAIT = 500;
/** Room for a long story in a script that takes many tokens, and for the thoughts before it. */
const OUTPUT_TOKENS = 16_000;
const WEB_SOURCES_MAX = 20;

// The SDK would print its hints about models on the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface Question {
  /** Absent: the setting `defaultAiProvider`. */
  provider?: AiProvider | undefined;
  instructions: string;
  prompt: string;
  /** The shape of the answer. What comes back has some of its keys; each value has yet to be validated. */
  schema: z.ZodObject;
  purpose: AiPurpose;
  /** Whether the model may search the web. */
  search: boolean;
  /** Ends the question early. */
  signal?: AbortSignal | undefined;
}

export interface AiAnswer {
  output: Readonly<Record<string, unknown>>;
  sources: WebSource[];
  provider: AiProvider;
  model: string;
}

export interface Ai {
  /** What questions take, and how much is left. */
  readonly usage: AiUsage;
  /** @throws ai_not_configured, ai_limit_spent */
  requireReady(provider?: AiProvider): Promise<void>;
  /** @throws ai_not_configured, ai_limit_spent, ai_failed, ai_timeout, or the reason of the question's signal */
  ask(question: Question): Promise<AiAnswer>;
  /** Resolves where the provider takes our key and knows the model. @throws as `ask` */
  test(provider: AiProvider, typed?: TypedAnswer): Promise<void>;
  /** Ends every question that is under way. */
  stop(): Promise<void>;
}

/** What stands in the form of the settings and is not saved yet; a masked key is the stored one. */
export interface TypedAnswer {
  key?: string | undefined;
  model?: string | undefined;
}

export interface AiOptions {
  settings: SettingsStore;
  env: Pick<Env, 'ANTHROPIC_BASE_URL' | 'GEMINI_BASE_URL'>;
  usage: AiUsage;
  now: Now;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** For tests: milliseconds. */
  timeout?: number | undefined;
  firstWait?: number | undefined;
}

export function createAi({
  settings,
  env,
  usage,
  now,
  log,
  timeout = AI_TIMEOUT,
  firstWait = FIRST_WAIT,
}: AiOptions): Ai {
  const fetch = createFetch(firstWait);
  const breakers = Object.fromEntries(AI_PROVIDERS.map((which) => [which, createBreaker(now)])) as Record<
    AiProvider,
    Breaker
  >;
  const stopping = new AbortController();

  async function open(
    requested: AiProvider | undefined,
    { test = false, typed = {} }: { test?: boolean; typed?: TypedAnswer | undefined } = {},
  ) {
    const saved = await settings.current();
    const which = requested ?? saved.defaultAiProvider;
    const current = withTyped(saved, which, typed);
    if (!current.enableAiUpdates && !test) {
      throw problem('ai_not_configured', 'AI updates are turned off; turn them on in the settings.', {
        reason: 'ai_turned_off',
      });
    }
    if (apiKeyOf(current, which) === '') {
      throw problem(
        'ai_not_configured',
        `There is no API key of ${PROVIDER_NAMES[which]} yet; enter one in the settings.`,
        { reason: 'ai_key_missing' },
      );
    }
    return { which, provider: openProvider(which, current, env, fetch) };
  }

  /** Runs a request to a provider and turns its failure into a problem in words. */
  async function run<T>(
    which: AiProvider,
    provider: Provider,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const timedOut = AbortSignal.timeout(timeout);
    const started = performance.now();
    try {
      const value = await work(AbortSignal.any([timedOut, stopping.signal, ...(signal ? [signal] : [])]));
      breakers[which].answered();
      log.info(
        { provider: which, model: provider.modelId, ms: Math.round(performance.now() - started) },
        'ai',
      );
      return value;
    } catch (error) {
      signal?.throwIfAborted();
      if (stopping.signal.aborted) throw problem('unavailable', 'The server is being restarted; try again.');
      const failure = explain(error as Error, provider, timedOut.aborted);
      if (failure.down) breakers[which].failed();
      else breakers[which].answered();
      const reason = failure.problem.cause instanceof Error ? failure.problem.cause.message : undefined;
      log.warn({ provider: which, model: provider.modelId, reason }, failure.problem.message);
      throw failure.problem;
    }
  }

  /** Asks a question and counts the tokens of the answer, also of one that cannot be used. */
  async function generate(
    which: AiProvider,
    { modelId: model }: Provider,
    purpose: AiPurpose,
    question: Parameters<typeof generateText>[0],
  ) {
    const result = await generateText({ ...question, maxRetries: 0 });
    const { inputTokens = 0, outputTokens = 0 } = result.usage;
    await usage
      .record({ provider: which, model, purpose, input_tokens: inputTokens, output_tokens: outputTokens })
      // The answer is paid for: it is not thrown away because it cannot be counted.
      .catch((error: Error) => log.warn({ reason: error.message }, 'an answer of AI was not counted'));
    return result;
  }

  return {
    usage,

    async requireReady(provider) {
      await open(provider);
      await usage.requireLeft();
    },

    async ask({ provider: requested, instructions, prompt, schema, purpose, search, signal }) {
      const { which, provider } = await open(requested);
      await usage.requireLeft();
      const wait = Math.ceil(breakers[which].wait() / 1000);
      if (wait > 0) {
        throw problem('ai_failed', `${provider.name} is not available right now; try again in ${wait} s.`, {
          reason: 'ai_unavailable',
          retryAfter: wait,
        });
      }
      return run(which, provider, signal, async (abortSignal) => {
        const result = await generate(which, provider, purpose, {
          model: provider.model,
          instructions,
          prompt,
          ...(search ? { tools: provider.search } : {}),
          output: shaped(schema, !search || provider.schemaWithSearch),
          // A person waits, or a lease runs: facts are searched for rather than reasoned about.
          reasoning: 'low',
          maxOutputTokens: OUTPUT_TOKENS,
          abortSignal,
        });
        if (result.finishReason === 'length') throw new Error('The answer was cut off.');
        if (result.finishReason === 'content-filter') throw new Error('The model declined.');
        const output = readObject(result.text);
        if (!output) throw new Error('The answer has no JSON object.');
        const keys = Object.keys(output);
        if (keys.length > 0 && !keys.some((key) => Object.hasOwn(schema.shape, key))) {
          throw new Error('The answer has nothing that was asked for.');
        }
        return { output, sources: webSources(result.sources), provider: which, model: provider.modelId };
      });
    },

    async test(requested, typed) {
      const { which, provider } = await open(requested, { test: true, typed });
      await run(which, provider, undefined, (abortSignal) =>
        generate(which, provider, 'test', {
          model: provider.model,
          prompt: 'Answer with the word OK.',
          maxOutputTokens: 64,
          abortSignal,
        }),
      );
    },

    stop: async () => stopping.abort(new Error('The server is stopping.')),
  };
}

function withTyped(saved: Settings, which: AiProvider, { key, model }: TypedAnswer): Settings {
  const isStored = key === undefined || key === maskKey(apiKeyOf(saved, which));
  return {
    ...saved,
    ...(isStored ? {} : { [`${which}ApiKey`]: key }),
    ...(model === undefined ? {} : { [`${which}Model`]: model }),
  };
}

const apiKeyOf = (settings: Settings, which: AiProvider) =>
  which === 'claude' ? settings.claudeApiKey : settings.geminiApiKey;

/** Asks for the schema where the model takes one, and leaves reading the answer to us: models add words. */
function shaped(schema: z.ZodObject, native: boolean): OutputInterface<string> {
  const output: OutputInterface = native ? Output.object({ schema }) : Output.text();
  return { ...output, parseCompleteOutput: async ({ text }) => text };
}

function webSources(found: readonly { sourceType: string; url?: string; title?: string }[]): WebSource[] {
  const sources = new Map<string, WebSource>();
  for (const { url, title } of found) {
    if (url && isHttpUrl(url) && !sources.has(url)) sources.set(url, { url, title: title ?? '' });
  }
  return [...sources.values()].slice(0, WEB_SOURCES_MAX);
}

/** What a failure means. `down`: it says something about the provider, not about our question. */
function explain(error: Error, provider: Provider, timedOut: boolean): { problem: Problem; down: boolean } {
  const { name, modelId } = provider;
  const failed = (reason: ProblemReason, message: string) =>
    problem('ai_failed', message, {
      reason,
      // Not the error itself: it carries the whole exchange.
      cause: new Error(redacted(error, provider)),
    });
  if (timedOut) {
    return { problem: problem('ai_timeout', `${name} did not answer in time; try again.`), down: true };
  }
  if (hasCause(error, Unreachable)) {
    return {
      problem: failed('ai_unreachable', `${name} cannot be reached right now; try again later.`),
      down: true,
    };
  }
  const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
  if (status >= 500) {
    return {
      problem: failed('ai_unavailable', `${name} is not available right now; try again later.`),
      down: true,
    };
  }
  if (hasCause(error, AnswerTooLarge) || status < 400) {
    return {
      problem: failed('ai_answer_unusable', `${name}'s answer cannot be used; nothing was changed.`),
      down: false,
    };
  }
  const body = (APICallError.isInstance(error) && error.responseBody) || '';
  if (status === 401 || status === 403 || /API_KEY_INVALID|api key not valid/i.test(body)) {
    return {
      problem: failed('ai_key_refused', `${name} refused the API key; check it in the settings.`),
      down: false,
    };
  }
  if (status === 404) {
    return {
      problem: failed('ai_model_unknown', `${name} does not know the model ${modelId}; check the settings.`),
      down: false,
    };
  }
  if (status === 429) {
    return {
      problem: failed('ai_limit_reached', `${name} takes no more requests for now; try again later.`),
      down: false,
    };
  }
  return {
    problem: failed('ai_request_refused', `${name} refused the request: ${redacted(error, provider)}`),
    down: false,
  };
}

function hasCause(error: unknown, kind: new (...given: never[]) => Error): boolean {
  return error instanceof kind || (error instanceof Error && hasCause(error.cause, kind));
}

/** An error's own words, short, without the key that a provider may repeat in them. */
function redacted(error: Error, { key }: Provider): string {
  const words = error.message.replaceAll(key, '[redacted]');
  return words.replace(/\p{Cc}+/gu, ' ').slice(0, 300);
}
