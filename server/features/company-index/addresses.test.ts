import { expect, test } from 'vitest';
import { addressIn, websiteKeys } from './addresses.ts';

test.each([
  ['https://www.zoho.com', 'zoho', 'https://zoho.com/'],
  ['HTTPS://www.Zoho.com/crm/?a=1#top', 'zoho', 'http://www.zoho.com'],
  [' http://zoho.com ', 'zoho', 'https://zoho.com'],
  ['zoho.com', 'zoho', 'https://www.zoho.com'],
  ['Zoho.COM/', 'zoho', 'https://www.zoho.com'],
  ['www.zoho.com/crm', 'zoho', 'https://www.zoho.com'],
  ['zoho.com:443', 'zoho', 'https://www.zoho.com'],
  ['http://zoho.com:8080/a?b=c', 'zoho', 'https://www.zoho.com'],
  ['crm.zoho.com', 'zoho', 'https://www.zoho.com'],
  ['zoho.com.', 'zoho', 'https://www.zoho.com'],
  ['ｚｏｈｏ.com', 'zoho', 'https://www.zoho.com'],
  ['https://blog.example.co.kr/a', 'example', 'http://example.co.kr'],
  ['https://plausible.io', 'plausible', 'https://plausible.io'],
  ['plausible.io', 'plausible', 'https://plausible.io'],
  ['https://xn--bcher-kva.example/', 'bücher', 'https://bücher.example'],
  ['bücher.example/katalog', 'bücher', 'https://xn--bcher-kva.example'],
  [
    'https://store.steampowered.com/app/12/Name',
    'steampowered',
    'https://store.steampowered.com/app/12/Name/',
  ],
])('%j is an address that names %s, and finds the website %s', (q, name, website) => {
  const address = addressIn(q);
  expect(address?.name).toBe(name);
  expect(address?.websites).toEqual(expect.arrayContaining(websiteKeys(website)));
});

test.each(['zoho', 'https://zoho.com is nice', 'Vue.js 3', '3.5', 'a b.com', 'St. Louis', ''])(
  '%j is no address',
  (q) => expect(addressIn(q)).toBeUndefined(),
);

test.each([
  'https://',
  'http:/',
  ' HTTPS:// ',
  'http://localhost',
  'http://localhost:3000/en/all',
  'http://127.0.0.1:3000/companies/zoho',
  'https://[::1]:8080/',
])('%j is an address that names nobody', (q) => expect(addressIn(q)?.name).toBe(''));

test('one application of a shop is not found by another one', () => {
  expect(addressIn('https://store.example.com/app/1')?.websites).not.toContain(
    websiteKeys('https://store.example.com/app/2')[0],
  );
});
