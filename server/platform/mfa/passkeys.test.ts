import { expect, test } from 'vitest';
import { PASSKEYS_MAX } from '../../../core/mfa/rules.ts';
import { requireRoom, type StoredPasskey } from './passkeys.ts';

test('a person has as many passkeys as there can be, and not one more', () => {
  const some = (count: number) => Array.from({ length: count }, () => ({}) as StoredPasskey);
  expect(() => requireRoom(some(PASSKEYS_MAX - 1))).not.toThrow();
  expect(() => requireRoom(some(PASSKEYS_MAX))).toThrow(`At most ${PASSKEYS_MAX} passkeys.`);
});
