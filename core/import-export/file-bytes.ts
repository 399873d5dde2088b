import { type Refusal, refusal } from '../refusal.ts';

/** How the text of a file is written, by its first bytes: with a byte order mark, or as ASCII looks in UTF-16. */
export function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first = 1, second = 1] = start;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/** A ZIP, as .xlsx and .ods are, and the container of .xls. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Refusal of native spreadsheet files, recognised by magic bytes whatever the file name. */
export function spreadsheetRefusal(start: Uint8Array): Refusal | undefined {
  const isOne = SPREADSHEETS.some((magic) => magic.every((byte, i) => start[i] === byte));
  return isOne ? refusal('file_spreadsheet') : undefined;
}
