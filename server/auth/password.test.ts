import { expect, test } from 'vitest';
import { checkPassword, hashing, hashPassword } from './password.ts';

// Nothing here imports server/testing/app.ts, where hashes are made cheap.
test('a password costs what OWASP recommends, and one that costs less is to be hashed anew', async () => {
  const stored = await hashPassword('seven small giants');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await checkPassword('seven small giants', stored)).toEqual({ right: true, outdated: false });
  expect(await checkPassword('seven small giant', stored)).toEqual({ right: false, outdated: false });

  const shipped = hashing.cost;
  hashing.cost = { ...shipped, memory: 8, passes: 1 };
  const cheap = await hashPassword('seven small giants');
  hashing.cost = shipped;
  expect(cheap).toContain('$m=8,t=1,p=1$');
  expect(await checkPassword('seven small giants', cheap)).toEqual({ right: true, outdated: true });
});

test('an unknown account costs as much as a wrong password', async () => {
  const before = hashing.made;
  expect(await checkPassword('seven small giants', undefined)).toEqual({ right: false, outdated: false });
  expect(hashing.made - before).toBe(1);
});
