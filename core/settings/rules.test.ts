import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksMasked, maskKey, settingsSchema } from './rules.ts';

test.each([
  ['sk-ant-1234567890', 'sk-a*********7890'],
  ['12345678901', '***********'],
  ['', ''],
])('%s is shown as %s', (key, shown) => {
  expect(maskKey(key)).toBe(shown);
});

test('a masked key never shows more than eight characters and is known as masked', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{1,200}$/), (key) => {
      const masked = maskKey(key);
      expect(masked.length).toBe(key.length);
      expect(masked.replaceAll('*', '').length).toBeLessThanOrEqual(8);
      expect(looksMasked(masked)).toBe(true);
      expect(looksMasked(key)).toBe(false);
    }),
  );
});

test('an empty store gives the defaults of the specification', () => {
  expect(settingsSchema.parse({})).toMatchObject({
    defaultAiProvider: 'claude',
    sessionTimeout: 24,
    enableAnalytics: true,
  });
});
