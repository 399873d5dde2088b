import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { after, every } from './timer.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('what a timer throws or rejects with ends nothing, is written down, and the next turn comes', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {
    throw new Error('EMFILE: nor can this be written');
  });
  let turns = 0;
  const timer = every(5, () => {
    turns++;
    if (turns === 1) throw new Error('EMFILE: too many open files');
    if (turns === 2) return Promise.reject(new Error('EMFILE: later'));
  });
  await expect.poll(() => turns).toBeGreaterThan(3);
  clearInterval(timer);
  after(1, () => {
    throw new Error('once');
  });
  await expect.poll(() => written.mock.calls.length).toBe(3);
});

test('no timer of the server is set past the guard', () => {
  const files = globSync('server/**/*.ts').filter(
    (file) => !/\.test\.ts$|\/testing\/|^server\/platform\/time\/timer\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const unguarded = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    // One that resolves a promise calls nothing that could throw.
    return (
      /\bsetInterval\(|(?<![.\w])setTimeout\((?!resolve)\s*(\(|[a-z]\w*\s*,\s*[a-z])/i.test(text) &&
      !/import \{ setTimeout \} from 'node:timers\/promises'/.test(text)
    );
  });
  expect(unguarded).toEqual([]);
});
