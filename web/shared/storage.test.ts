import { afterEach, expect, test, vi } from 'vitest';
import { storage } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

test('what a full storage refuses is read instead of what it had before, as long as the page lasts', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => 'old',
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  });
  storage.set('savedLists', 'new');
  expect(storage.get('savedLists')).toBe('new');
  expect(storage.get('another')).toBe('old');
});
