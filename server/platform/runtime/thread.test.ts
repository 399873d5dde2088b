import { afterEach, expect, test } from 'vitest';
import { Problem } from '../../../core/problem.ts';
import type { Mood } from '../../testing/moody-thread.ts';
import { createThread, type Thread } from './thread.ts';

type Moody = Thread<Mood, { asked: number; data: string }>;

let thread: Moody | undefined;
afterEach(() => thread?.stop());

function start(options: Parameters<typeof createThread>[1] = {}): Moody {
  thread = createThread(new URL('../../testing/moody-thread.ts', import.meta.url), {
    data: 'given',
    ...options,
  });
  return thread;
}

/** What a question was refused with. */
const refusal = (asked: Promise<unknown>): Promise<Problem> =>
  asked.then(
    () => {
      throw new Error('It was answered.');
    },
    (error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );

test('one thread answers all questions, each its own', async () => {
  const moody = start();
  const answers = await Promise.all([moody.ask('answer'), moody.ask('answer'), moody.ask('answer')]);
  expect(answers.map(({ asked }) => asked)).toEqual([1, 2, 3]);
  expect(answers[0]?.data).toBe('given');
});

test('what one question throws is thrown where it was asked, with its codes, and nowhere else', async () => {
  const moody = start();
  const thrown = moody.ask('throw');
  const next = moody.ask('answer');
  await expect(thrown).rejects.toMatchObject({
    message: 'not this one',
    code: 'ERR_SQLITE_ERROR',
    errcode: 13,
  });
  expect(await next).toMatchObject({ asked: 2 });
});

test.each<[Mood, object, RegExp]>([
  ['crash', {}, /a fault of ours/],
  ['exit', {}, /The thread ended/],
  // Longer than a thread takes to start on a busy machine.
  ['hang', { timeout: 3_000 }, /No answer came within 3000 ms/],
  ['grow', { memory: 16 }, /memory/],
])(
  'a thread that does "%s" refuses what waited, and the next question starts another one',
  async (mood, options, cause) => {
    const moody = start(options);
    await moody.ask('answer');
    const waited = await Promise.all([refusal(moody.ask('wait')), refusal(moody.ask(mood))]);
    for (const { code, retryAfter, cause: reason } of waited) {
      expect([code, retryAfter]).toEqual(['unavailable', 5]);
      expect((reason as Error).message).toMatch(cause);
    }
    expect(await moody.ask('answer')).toMatchObject({ asked: 1 });
  },
);

test('whoever asks while too many wait is told to come back, and the others are answered', async () => {
  const moody = start({ mostWaiting: 3 });
  const first = [moody.ask('answer'), moody.ask('answer'), moody.ask('answer')];
  const refused = await refusal(moody.ask('answer'));
  expect([refused.code, refused.retryAfter, refused.cause]).toEqual(['unavailable', 5, undefined]);
  expect((await Promise.all(first)).map(({ asked }) => asked)).toEqual([1, 2, 3]);
  expect((await moody.ask('answer')).asked).toBe(4);
});

test('a question that cannot be sent is thrown back and keeps no place', async () => {
  const moody = start({ mostWaiting: 1 });
  await expect(moody.ask((() => {}) as unknown as Mood)).rejects.toThrow(/could not be cloned/);
  expect((await moody.ask('answer')).asked).toBe(1);
});

test('a stop refuses what waits, also while the thread is busy', async () => {
  const moody = start();
  const waited = refusal(moody.ask('hang'));
  await moody.stop();
  expect((await waited).cause).toMatchObject({ message: 'The thread was stopped.' });
});
