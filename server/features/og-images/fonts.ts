import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { type Font as OpenFont, openSync as openFont } from 'fontkit';
import { type Language, SCRIPTS, type Script } from '../../../core/languages.ts';

/** A file of a font that comes in many, each with some of its characters. */
interface Slice {
  family: string;
  file: string;
  ranges: [from: number, to: number][];
  /** Characters of the opened font: some fonts claim whole scripts and lack most of them. */
  characters?: ReadonlySet<number>;
}

interface Font {
  slices: Slice[];
  byCharacter: Map<string, Slice | undefined>;
}

const DISPLAY = '@fontsource-variable/bricolage-grotesque';
const TEXT_FONT = '@fontsource-variable/atkinson-hyperlegible-next';
/** Of a font, nothing but what ASCII has: the East Asian scripts set all other signs in a width of their own. */
const ASCII_SUBSET = '#ascii';
const SANS = '@fontsource-variable/noto-sans';
const KOREAN = '@fontsource-variable/noto-sans-kr';
const JAPANESE = '@fontsource-variable/noto-sans-jp';
const CHINESE = '@fontsource-variable/noto-sans-sc';
/** Fonts of one script each, of which only its own file is used. */
const OTHER_SCRIPTS = {
  '@fontsource-variable/noto-sans-arabic': 'arabic',
  '@fontsource-variable/noto-sans-hebrew': 'hebrew',
  '@fontsource-variable/noto-sans-thai': 'thai',
};
const EMOJI = '@fontsource-variable/noto-emoji';

/** Han characters are drawn as each language writes them, so its own font comes first. */
const EAST_ASIAN: Record<Script, string[]> = {
  Latn: [JAPANESE, CHINESE, KOREAN],
  Kore: [KOREAN, JAPANESE, CHINESE],
  Jpan: [JAPANESE, CHINESE, KOREAN],
  Hans: [CHINESE, JAPANESE, KOREAN],
};

const ASCII_RANGES: [number, number][] = [[0x20, 0x7e]];

const fonts = new Map<string, Font>();
const registered = new Set<string>();

/** `U+4??` and `U+20-7e` as first and last character. */
function readRange(range: string): [number, number] {
  const [from = '', to] = range.trim().replace(/^U\+/i, '').split('-');
  return [
    Number.parseInt(from.replaceAll('?', '0'), 16),
    Number.parseInt(to ?? from.replaceAll('?', 'f'), 16),
  ];
}

function readFont(named: string): Font {
  const name = named.replace(ASCII_SUBSET, '');
  const index = fileURLToPath(import.meta.resolve(`${name}/unicode.json`));
  const ranges = JSON.parse(readFileSync(index, 'utf8')) as Record<string, string>;
  const short = name.slice(name.indexOf('/') + 1);
  const only = (OTHER_SCRIPTS as Record<string, string>)[name];
  const slices = Object.entries(ranges)
    .map(([key, value]) => ({
      key: key.replace(/[[\]]/g, ''),
      ranges: named === name ? value.split(',').map(readRange) : ASCII_RANGES,
    }))
    // Of these every other file would be empty.
    .filter(({ key }) => named === name || key === 'latin')
    .filter(({ key }) => only === undefined || key === only)
    .map(({ key, ranges }) => {
      const family = `${short}-${key}`;
      return { family, file: join(dirname(index), 'files', `${family}-wght-normal.woff2`), ranges };
    });
  return { slices, byCharacter: new Map() };
}

function fontOf(name: string): Font {
  const font = fonts.get(name) ?? readFont(name);
  fonts.set(name, font);
  return font;
}

function sliceOf(name: string, character: string): Slice | undefined {
  const { slices, byCharacter } = fontOf(name);
  if (!byCharacter.has(character))
    byCharacter.set(
      character,
      slices.find((slice) => covers(slice, character)),
    );
  return byCharacter.get(character);
}

function covers(slice: Slice, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (!slice.ranges.some(([from, to]) => code >= from && code <= to)) return false;
  slice.characters ??= new Set((openFont(slice.file) as OpenFont).characterSet);
  return slice.characters.has(code);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PICTORIAL = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;
/** Characters without a glyph, which only change adjacent characters: joiner and variation selectors. */
const UNSEEN = /[\u200d\ufe0e\ufe0f]/u;

/** The order in which fonts are asked. */
function orderFor(language: Language, display: boolean): string[] {
  const face = display ? DISPLAY : TEXT_FONT;
  const scripts = Object.keys(OTHER_SCRIPTS);
  if (SCRIPTS[language] !== 'Latn')
    return [`${face}${ASCII_SUBSET}`, ...scripts, ...EAST_ASIAN[SCRIPTS[language]], SANS, EMOJI];
  return [face, SANS, ...scripts, ...EAST_ASIAN.Latn, EMOJI];
}

/** The font files of a grapheme; for an emoji of several code points the file that has all of them, if any. */
function slicesOf(grapheme: string, order: readonly string[]): (Slice | undefined)[] {
  const parts = [...grapheme].filter((part) => !UNSEEN.test(part));
  const isEmoji = PICTORIAL.test(grapheme);
  const whole = isEmoji
    ? fontOf(EMOJI).slices.find((slice) => parts.every((part) => covers(slice, part)))
    : undefined;
  if (whole) return [whole];
  const names = isEmoji ? [EMOJI] : order;
  return parts.map((part) => names.map((name) => sliceOf(name, part)).find((slice) => slice !== undefined));
}

/** What marks over marks are made of, once letters and their accents are one character each. */
const LOOSE_MARKS = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Script=Inherited}/gu;

/** A text without what no font has: an empty box says less than nothing. */
export function drawable(text: string): string {
  const order = orderFor('en', false);
  return [...text.normalize('NFC').replace(LOOSE_MARKS, '')]
    .filter((part) => UNSEEN.test(part) || !part.trim() || slicesOf(part, order)[0])
    .join('');
}

/**
 * The families that have a text's characters, as a font shorthand names them. Only the files that a
 * text needs are read: all of them together are 25 MB.
 * @param display as the pages set their headings
 */
export function familiesFor(text: string, language: Language, display: boolean): string {
  const order = orderFor(language, display);
  const needed = new Set<Slice | undefined>();
  for (const { segment } of graphemes.segment(text))
    for (const slice of slicesOf(segment, order)) needed.add(slice);
  const slices = order.flatMap((name) => fontOf(name).slices.filter((slice) => needed.has(slice)));
  for (const { family, file } of slices) {
    if (registered.has(family)) continue;
    if (!GlobalFonts.register(readFileSync(file), family))
      throw new Error(`The font ${file} cannot be read.`);
    registered.add(family);
  }
  return slices.map(({ family }) => `"${family}"`).join(', ') || 'sans-serif';
}
