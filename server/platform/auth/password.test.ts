import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPassword, hashing, hashPassword, OF_THE_SERVER, OWASP } from './password.ts';

// server/testing/app.ts makes hashes cheap for all tests of a process.
const costBefore = hashing.cost;
beforeAll(() => {
  hashing.cost = OWASP;
});
afterAll(() => {
  hashing.cost = costBefore;
});

test('a password costs what OWASP recommends, and one that costs less is to be hashed anew', async () => {
  const stored = await hashPassword('seven small giants', OF_THE_SERVER);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await checkPassword('seven small giants', stored, OF_THE_SERVER)).toEqual({
    right: true,
    outdated: false,
  });
  expect(await checkPassword('seven small giant', stored, OF_THE_SERVER)).toEqual({
    right: false,
    outdated: false,
  });

  const shipped = hashing.cost;
  hashing.cost = { ...shipped, memory: 8, passes: 1 };
  const cheap = await hashPassword('seven small giants', OF_THE_SERVER);
  hashing.cost = shipped;
  expect(cheap).toContain('$m=8,t=1,p=1$');
  expect(await checkPassword('seven small giants', cheap, OF_THE_SERVER)).toEqual({
    right: true,
    outdated: true,
  });
});

test.each([
  ['memory', { memory: 8 }],
  ['passes', { passes: 2 }],
  ['lanes', { parallelism: 2 }],
])(
  'a hash of other %s than those of today is to be hashed again, and is right meanwhile',
  async (_, other) => {
    const shipped = hashing.cost;
    try {
      hashing.cost = { ...shipped, memory: 16, passes: 1 };
      const today = hashing.cost;
      hashing.cost = { ...today, ...other };
      const stored = await hashPassword('seven small giants', OF_THE_SERVER);
      hashing.cost = today;
      expect(await checkPassword('seven small giants', stored, OF_THE_SERVER)).toEqual({
        right: true,
        outdated: true,
      });
      expect(
        await checkPassword(
          'seven small giants',
          await hashPassword('seven small giants', OF_THE_SERVER),
          OF_THE_SERVER,
        ),
      ).toEqual({
        right: true,
        outdated: false,
      });
    } finally {
      hashing.cost = shipped;
    }
  },
);

test('of more hashes at once than there is room for, the last are told to come back', async () => {
  const shipped = hashing.cost;
  try {
    hashing.cost = { ...shipped, memory: 8, passes: 1 };
    const all = await Promise.allSettled(
      Array.from({ length: 60 }, () => hashPassword('seven small giants', OF_THE_SERVER)),
    );
    const refused = all
      .filter(({ status }) => status === 'rejected')
      .map((one) => 'reason' in one && one.reason);
    // At most four are under way, and 32 wait.
    expect(refused.length).toBeGreaterThanOrEqual(60 - 36);
    expect(refused.length).toBeLessThan(60 - 32);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 2 });
    // There is room again.
    expect(await hashPassword('seven small giants', OF_THE_SERVER)).toContain('$argon2id$');
  } finally {
    hashing.cost = shipped;
  }
});

test('an unknown account costs as much as a wrong password', async () => {
  const before = hashing.made;
  expect(await checkPassword('seven small giants', undefined, OF_THE_SERVER)).toEqual({
    right: false,
    outdated: false,
  });
  expect(hashing.made - before).toBe(1);
});

test('a flood of log-ins waits behind itself: known devices and strangers from elsewhere get in', async () => {
  const stored = await hashPassword('seven small giants', OF_THE_SERVER);
  const flood = Array.from({ length: 120 }, (_, i) =>
    checkPassword(`guess ${i}`, stored, { network: `203.0.113.${i % 2}` }).then(
      () => 'checked',
      ({ code }: { code: string }) => code,
    ),
  );
  const known = checkPassword('seven small giants', stored, { network: '203.0.113.0', isKnown: true });
  const strangers = Array.from({ length: 10 }, (_, i) =>
    checkPassword('seven small giants', stored, { network: `198.51.100.${i}` }),
  );
  expect((await known).right).toBe(true);
  expect((await Promise.all(strangers)).map(({ right }) => right)).toEqual(strangers.map(() => true));
  const answers = await Promise.all(flood);
  expect(new Set(answers)).toEqual(new Set(['checked', 'unavailable']));
});
