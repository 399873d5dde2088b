import { expect, test } from 'vitest';
import { readEditAddress, writeEditAddress } from './edit-address.ts';

test('an address is read and written without loss', () => {
  const text = 'lang=ko&category=no-seed&q=%EA%B0%80&sort=-revenue&edit=acme';
  const address = readEditAddress(new URLSearchParams(text));
  expect(address).toEqual({
    lang: 'ko',
    category: 'no-seed',
    q: '가',
    sorting: [{ id: 'revenue', desc: true }],
    edit: 'acme',
  });
  expect(writeEditAddress(new URLSearchParams(), address).toString()).toBe(text);
});

test('what is unknown is read as usual, and what is as usual is not written', () => {
  const query = new URLSearchParams('lang=xx&category=home&sort=password&other=1');
  const usual = { lang: 'en', category: 'all', q: '', sorting: [], edit: null };
  expect(readEditAddress(query)).toEqual(usual);
  expect(writeEditAddress(query, { q: '' }).toString()).toBe('other=1');
});

test('closing the editor keeps the filters', () => {
  const query = new URLSearchParams('category=no-seed&edit=acme');
  expect(writeEditAddress(query, { edit: null }).toString()).toBe('category=no-seed');
});
