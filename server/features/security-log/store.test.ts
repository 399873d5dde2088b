import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { findSecurityEvents, recordSecurityEvent, truncatedAddress } from './store.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:12:34:56::1', '2001:db8:12::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['', ''],
  ['unix:', ''],
])('of the address %o no more than %o is kept', (address, kept) => {
  expect(truncatedAddress(address)).toBe(kept);
});

for (const dialect of dialects) {
  describe(`the security log's table on ${dialect}`, () => {
    test('ten thousand failures of a network are a row an hour, and those of ten thousand networks do not fill it', async () => {
      const app = await testApp(dialect);
      try {
        const fail = (network: string) =>
          app.database.write(({ tx }) =>
            recordSecurityEvent(
              tx,
              { event: 'login', outcome: 'failure', actor: { kind: 'unknown' }, source: 'api', network },
              app.clock.now,
            ),
          );
        await Promise.all(Array.from({ length: 300 }, () => fail('203.0.113.0/24')));
        app.clock.forward(3_600_000);
        await fail('203.0.113.0/24');
        const one = await findSecurityEvents(app.database, { limit: 10 });
        expect(one.events.map(({ count, network }) => [count, network])).toEqual([
          [1, '203.0.113.0/24'],
          [300, '203.0.113.0/24'],
        ]);
        for (let a = 0; a < 9; a++)
          await Promise.all(Array.from({ length: 250 }, (_, b) => fail(`10.${a}.${b}.0/24`)));
        const many = await findSecurityEvents(app.database, { limit: 1 });
        // The row of the hour before, two thousand of this one, and one for all that came after.
        expect(many.total).toBe(1 + 2000 + 1);
        const [rest] = (await findSecurityEvents(app.database, { limit: 1, q: '' })).events;
        expect(rest).toMatchObject({ network: '', actor_kind: 'unknown', count: 251 });
      } finally {
        await app.close();
      }
    });
  });
}
