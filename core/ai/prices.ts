/** US dollars for a million tokens. */
interface Price {
  input: number;
  output: number;
}

/**
 * List prices as the providers published them in November 2026 (platform.claude.com/docs, ai.google.dev/gemini-api/docs/pricing),
 * without discounts for a time, batches or caches. A model that is not here has an unknown price: no guess.
 */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-sonnet-5-5': { input: 2, output: 10 },
  'claude-sonnet-5': { input: 2, output: 10 },
  'claude-opus-5-5': { input: 4, output: 20 },
  'claude-opus-5': { input: 5, output: 25 },
  'claude-haiku-4-5': { input: 1, output: 5 },
  'gemini-3.8-flash': { input: 1.5, output: 7.5 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'gemini-2.5-pro': { input: 1.25, output: 10 },
};

/** What tokens cost in US dollars by the list, without the fee for web searches; null where the price is unknown. */
export function costOf(
  model: string,
  tokens: { input_tokens: number; output_tokens: number },
): number | null {
  // A release of a model has its date behind the name.
  const price = PRICES[model] ?? PRICES[model.replace(/-\d{8}$/, '')];
  if (!price) return null;
  return (tokens.input_tokens * price.input + tokens.output_tokens * price.output) / 1_000_000;
}
