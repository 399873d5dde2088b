import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';

const { encrypt, decrypt } = createEncryption('a secret of the tests, long enough', 'settings');

test('decrypts the text that was encrypted, and encrypts the same text to other bytes', () => {
  expect(decrypt(encrypt('비밀 🔑'))).toBe('비밀 🔑');
  expect(decrypt(encrypt(''))).toBe('');
  expect(encrypt('a')).not.toBe(encrypt('a'));
});

test('refuses an altered text, a tag that was cut, and the key of another secret or purpose', () => {
  const bytes = Buffer.from(encrypt('a secret'), 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(() => decrypt(altered.toString('base64')), `byte ${at}`).toThrow();
  }
  const empty = Buffer.from(encrypt(''), 'base64');
  for (let length = 0; length < empty.length; length++)
    expect(() => decrypt(empty.subarray(0, length).toString('base64')), `${length} bytes`).toThrow();
  const encrypted = encrypt('a secret');
  expect(() => createEncryption('another secret', 'settings').decrypt(encrypted)).toThrow();
  expect(() => createEncryption('a secret of the tests, long enough', 'totp').decrypt(encrypted)).toThrow();
});
