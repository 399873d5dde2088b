import { expect, test } from 'vitest';
import { detectEncoding } from './encoding.ts';

/** Texts as programs of each country write them, in hexadecimal: made with iconv. */
const FILES = {
  'euc-kr':
    'c0ccb8a72cbcb3b8ed2cb8c5c3e20ac0dbc0babba7c1fd2cbcadbfefbfa1bcad20b0a1c0e520c0dbc0ba20bba7c1fdc0d4b4cfb4d92e20bfc0baec20c7cfb3aab7ce20bdc3c0dbc7dfbdc0b4cfb4d92e2c24324d0a',
  shift_jis:
    '96bc914f2c90e096be2c94848fe30a8fac82b382c88370839389ae2c938c8b9e82c582a282bf82ce82f18fac82b382c88370839389ae82c582b781428349815b8375839388ea82c282c58e6e82df82dc82b582bd81422c24324d0a',
  gb18030:
    'c3fbb3c62cbcf2bde92ccad5c8eb0ad0a1c3e6b0fcb5ea2cd5e2cac7b1b1bea9d7eed0a1b5c4c3e6b0fcb5eaa3acb4d3d2bbcca8bfbecfe4bfaacabca3acbaf3c0b4bfaab5bdc1cbc9cfbaa3bacdb9e3d6dda1a32c24324d0a',
} as const;

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const inPieces = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

test.each(Object.entries(FILES))(
  'a text in %s is known by its characters, however it is cut',
  (encoding, hex) => {
    const bytes = bytesOf(hex);
    for (const size of [1, 7, bytes.length]) expect(detectEncoding(inPieces(bytes, size))).toBe(encoding);
  },
);

test('UTF-8 is UTF-8, and what is nothing of these is not guessed', () => {
  const utf8 = (text: string) => detectEncoding([new TextEncoder().encode(text)]);
  expect(utf8('이름,설명')).toBe('utf-8');
  expect(utf8('id,name_en\na,Café')).toBe('utf-8');
  expect(utf8('')).toBe('utf-8');
  // Windows-1252.
  expect(detectEncoding([bytesOf('69642c6e616d655f656e0a612c436166e90a')])).toBeUndefined();
  expect(detectEncoding([bytesOf('5365f16f7220e974e9206f75206ee92c')])).toBeUndefined();
});
