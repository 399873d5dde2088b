import { expect, test } from 'vitest';
import { lineOf, networksOf, withPlainAddresses } from './network.ts';

const names = (address: string | undefined) => networksOf(address).map(({ name }) => name);

test.each([
  ['203.0.113.8', '203.0.113.8'],
  ['203.0.113.8:4711', '203.0.113.8'],
  ['::ffff:203.0.113.8', '203.0.113.8'],
  ['[::ffff:203.0.113.8]:80', '203.0.113.8'],
])('%s is one network whatever its port', (address, name) => expect(names(address)).toEqual([name]));

test.each(['2001:db8:1:2ff::9', '[2001:db8:1:2ff::9]', '[2001:DB8:1:2ff::9]:443', '2001:db8:1:2ff::9%eth0'])(
  '%s is counted as a device, a line and a site',
  (address) => {
    expect(networksOf(address)).toEqual([
      { name: '2001:db8:1:2ff::/64', share: 1 },
      { name: '2001:db8:1:200::/56', share: 4 },
      { name: '2001:db8:1::/48', share: 16 },
    ]);
    expect(lineOf(address)).toBe('2001:db8:1:200::/56');
  },
);

test('what is no address is one network, however it is spelt', () => {
  // Of a connection that its client has reset, Node knows no address.
  for (const address of [
    undefined,
    'unknown',
    '_hidden',
    '',
    '999.1.1.1',
    'evil 1',
    'evil 2',
    '[',
    '203.0.113.8:port',
  ])
    expect(names(address)).toEqual(['no address']);
});

test('ports and brackets of a list of forwarded addresses go', () => {
  expect(withPlainAddresses('198.51.100.7:1, [2001:db8::1]:443,unknown')).toBe(
    '198.51.100.7, 2001:db8::1, unknown',
  );
});
