import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import type { LanguageModel, ToolSet } from 'ai';
import type { AiProvider, Settings } from '../../../core/settings/rules.ts';
import { PROVIDER_NAMES } from '../../../core/settings/rules.ts';
import type { Env } from '../../env.ts';

/** Web searches that a model may make for one answer. */
const SEARCHES = 3;

/** One of the two providers, as a question needs it. */
export interface Provider {
  name: string;
  key: string;
  modelId: string;
  model: LanguageModel;
  /** The provider's own web search. */
  search: ToolSet;
  /** Whether the model takes a schema for its answer together with a web search. */
  schemaWithSearch: boolean;
}

/** Addresses are given with or without the version, as the makers' own libraries take them. */
function versioned(url: string | undefined, version: string): { baseURL?: string } {
  if (!url) return {};
  const base = url.replace(/\/+$/, '');
  return { baseURL: base.endsWith(`/${version}`) ? base : `${base}/${version}` };
}

export function openProvider(
  which: AiProvider,
  settings: Settings,
  env: Pick<Env, 'ANTHROPIC_BASE_URL' | 'GEMINI_BASE_URL'>,
  fetch: typeof globalThis.fetch,
): Provider {
  const name = PROVIDER_NAMES[which];
  if (which === 'claude') {
    const { claudeApiKey: key, claudeModel: modelId } = settings;
    const anthropic = createAnthropic({ apiKey: key, fetch, ...versioned(env.ANTHROPIC_BASE_URL, 'v1') });
    return {
      name,
      key,
      modelId,
      model: anthropic(modelId),
      // The version that all current models support; later versions run code to filter results.
      search: { web_search: anthropic.tools.webSearch_20250305({ maxUses: SEARCHES }) },
      schemaWithSearch: true,
    };
  }
  const { geminiApiKey: key, geminiModel: modelId } = settings;
  const google = createGoogle({ apiKey: key, fetch, ...versioned(env.GEMINI_BASE_URL, 'v1beta') });
  return {
    name,
    key,
    modelId,
    model: google(modelId),
    search: { google_search: google.tools.googleSearch({}) },
    // Gemini 2 refuses a JSON answer together with a tool.
    schemaWithSearch: !/gemini-[12](\D|$)/.test(modelId),
  };
}
