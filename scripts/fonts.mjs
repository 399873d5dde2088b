// Makes the two faces of the pages from their packages: npm run fonts
// Latin letters alone, the weights that are used, and a stylesheet in which a face of the machine stands in
// with the same measures until they are here, so that nothing moves.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subset from 'subset-font';
import { ROOT } from './install.mjs';

const FOLDER = join(ROOT, 'web', 'fonts');

export const FACES = [
  {
    family: 'Giant',
    file: 'display.woff2',
    package: '@fontsource-variable/bricolage-grotesque',
    source: 'bricolage-grotesque-latin-opsz-normal.woff2',
    // Cut for large sizes: its small sizes are wider and coarser.
    axes: { opsz: 72, wght: { min: 500, max: 800 } },
    weights: '500 800',
    usual: 700,
    /** What is taken among ideographs: without the signs that have a width of their own there. */
    narrow: 'U+21-7E, U+C0-D6, U+D8-F6, U+F8-FF',
    standIns: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold', 'Arimo Bold'],
    /** Mean width of a letter of English in Arial Bold, and in Arial below, in thousandths of an em. */
    standInWidth: 478,
  },
  {
    family: 'Tiny',
    file: 'text.woff2',
    package: '@fontsource-variable/atkinson-hyperlegible-next',
    source: 'atkinson-hyperlegible-next-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    weights: '400 700',
    usual: 400,
    standIns: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans', 'Arimo'],
    standInWidth: 442,
  },
];

/** What is left of a face: Latin of western Europe, and the signs that texts are set with. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
];
const SIGNS = '–—‘’“”•…‹›€™−×→↑↓';

/** How often letters and the space stand in English, per thousand. */
const SAMPLE = Object.entries({
  ' ': 180,
  a: 67,
  b: 12,
  c: 23,
  d: 35,
  e: 104,
  f: 18,
  g: 17,
  h: 50,
  i: 57,
  j: 1,
  k: 6,
  l: 33,
  m: 20,
  n: 55,
  o: 62,
  p: 16,
  q: 1,
  r: 49,
  s: 52,
  t: 74,
  u: 23,
  v: 8,
  w: 19,
  x: 1,
  y: 16,
  z: 1,
});

/** The mean width of a letter of English, in thousandths of an em. */
export function meanWidth(font) {
  let sum = 0;
  let count = 0;
  for (const [letter, often] of SAMPLE) {
    sum += font.glyphForCodePoint(letter.codePointAt(0)).advanceWidth * often;
    count += often;
  }
  return Math.round((sum / count / font.unitsPerEm) * 1000);
}

const percent = (part) => `${(part * 100).toFixed(2)}%`;

const CHARACTERS = [
  ...RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  ),
  SIGNS,
].join('');

/** A face with the letters that are left of it. */
function cut(face, targetFormat, axes) {
  const source = fileURLToPath(import.meta.resolve(`${face.package}/files/${face.source}`));
  return subset(readFileSync(source), CHARACTERS, { targetFormat, variationAxes: { ...face.axes, ...axes } });
}

/** The stylesheet of the faces, with stand-ins that take the same room. */
export async function facesCss() {
  const rules = FACES.map(async (face) => {
    const font = create(await cut(face, 'sfnt', { wght: face.usual }));
    const adjust = meanWidth(font) / face.standInWidth;
    const of = (value) => percent(value / font.unitsPerEm / adjust);
    const rule = (family, more = '') => `@font-face {
  font-family: "${family}";
  src: url("./fonts/${face.file}") format("woff2");
  font-weight: ${face.weights};
  font-display: swap;${more}
}`;
    const standIn = `@font-face {
  font-family: "${face.family} stand-in";
  src: ${face.standIns.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(adjust)};
  ascent-override: ${of(font.ascent)};
  descent-override: ${of(-font.descent)};
  line-gap-override: ${of(font.lineGap)};
}`;
    const narrow = face.narrow
      ? [rule(`${face.family} among ideographs`, `\n  unicode-range: ${face.narrow};`)]
      : [];
    return [rule(face.family), ...narrow, standIn].join('\n');
  });
  return `/* Written by \`npm run fonts\`. */\n${(await Promise.all(rules)).join('\n')}\n`;
}

if (import.meta.main) {
  for (const face of FACES) writeFileSync(join(FOLDER, face.file), await cut(face, 'woff2', {}));
  writeFileSync(join(ROOT, 'web', 'fonts.css'), await facesCss());
}
