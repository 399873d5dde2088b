import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Problem } from '../../../core/problem.ts';
import { settingsSchema } from '../../../core/settings/rules.ts';
import { type AiReply, startAi, type TestAi } from '../../testing/ai.ts';
import { type Ai, createAi } from './ai.ts';

const KEY = 'sk-ant-0123456789-secret';
const QUESTION = {
  instructions: 'Answer.',
  prompt: 'What?',
  schema: z.object({ a: z.string() }),
  purpose: 'test' as const,
  search: false,
};

let provider: TestAi;
let ai: Ai;
let logged: string;
let log: ReturnType<typeof pino>;

beforeEach(async () => {
  provider = await startAi();
  logged = '';
  log = pino(
    { level: 'trace' },
    {
      write: (line: string) => {
        logged += line;
      },
    },
  );
  const stored = settingsSchema.parse({ claudeApiKey: KEY });
  ai = createAi({
    settings: { current: async () => stored, read: async () => stored, save: async () => stored },
    env: provider.variables,
    usage: {
      requireLeft: async () => {},
      record: async () => {},
      spent: async () => ({ month: '2026-11', spent: 0, limit: null }),
    },
    now: () => new Date(),
    log,
    timeout: 1000,
    firstWait: 1,
  });
});
afterEach(() => provider.close());

test.each<AiReply>([
  { says: { a: 'b' } },
  { says: `no ${KEY}` },
  { status: 401, message: `no ${KEY}` },
  { status: 400, message: `no ${KEY}` },
  { status: 500, message: `no ${KEY}` },
  { raw: `<p>${KEY}</p>` },
  'hang up',
  'huge',
])('after %j the log tells of it without the key', async (reply) => {
  provider.reply(reply);
  const failure = await ai.ask(QUESTION).then(
    () => undefined,
    (error: Problem) => error,
  );
  // As the problem handler does.
  if (failure) log.error({ err: failure.cause ?? failure }, failure.message);
  expect(provider.asked[0]?.key).toBe(KEY);
  expect(logged).toContain('claude-sonnet-5-5');
  expect(logged).not.toContain(KEY);
});

test('a question ends when its asker gives up, or the server stops', async () => {
  provider.reply('hang');
  const asker = new AbortController();
  const asked = ai.ask({ ...QUESTION, signal: asker.signal });
  setTimeout(() => asker.abort(new Error('given up')), 50);
  await expect(asked).rejects.toThrow('given up');
  const other = ai.ask(QUESTION);
  setTimeout(() => ai.stop(), 50);
  await expect(other).rejects.toMatchObject({ code: 'unavailable' });
});
