import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { LIGHT } from '../../../core/design/tokens.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { BARS_LEFT, BARS_TOP, draw, HEIGHT, WIDTH } from './draw.ts';
import type { PagePicture } from './picture.ts';

/** The pixels of a part of a picture. */
async function pixels(picture: PagePicture, x: number, y: number, width: number, height: number) {
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d');
  context.drawImage(await loadImage(await draw(picture)), 0, 0);
  return Buffer.from(context.getImageData(x, y, width, height).data.buffer);
}

const TEXTS: Partial<Record<Language, [title: string, text: string]>> = {
  en: ['Companies', 'wide words for a subtitle that goes on and on, line after line '.repeat(4)],
  ko: ['작은 팀', '넓은 글자로 이어지는 아주 긴 설명 문장이 몇 줄이고 계속됩니다 '.repeat(4)],
  ja: ['小さなチーム', '長い説明文がどこまでも続いていきます、'.repeat(6)],
  zh: ['小团队', '一段很长很长的说明文字一直写下去，'.repeat(8)],
};

test.each(LANGUAGES)('no text of a page reaches the bars of its picture in %s', async (language) => {
  const [title = '', text = ''] = TEXTS[language] ?? TEXTS.en ?? [];
  for (const heading of [title, `${title} `.repeat(4), `${title} `.repeat(12)]) {
    const page = { kind: 'page', language, site: 'Tiny Giants', title: heading, hue: null } as const;
    const bars = [BARS_LEFT, BARS_TOP + 26, WIDTH - BARS_LEFT, HEIGHT - BARS_TOP - 26] as const;
    const empty = await pixels({ ...page, text: '', note: '' }, ...bars);
    const full = await pixels({ ...page, text, note: '' }, ...bars);
    expect([heading, full.equals(empty)]).toEqual([heading, true]);
    // Nor does the text reach the note.
    const note = [0, 546, WIDTH, HEIGHT - 546] as const;
    const below = await pixels({ ...page, text, note: '' }, ...note);
    expect([heading, below.equals(await pixels({ ...page, text: '', note: '' }, ...note))]).toEqual([
      heading,
      true,
    ]);
  }
});

const GROUND = '#204060';
const plain: PagePicture = {
  kind: 'page',
  language: 'en',
  site: '',
  title: '',
  text: '',
  note: '',
  hue: GROUND,
};

const colourAt = async (picture: PagePicture, x: number, y: number) =>
  `#${(await pixels(picture, x, y, 1, 1)).subarray(0, 3).toString('hex')}`;

test('the bars of a page are paler than its ground, and the last one has the colour of the sun', async () => {
  expect(await colourAt(plain, BARS_LEFT - 40, BARS_TOP + 13)).toBe(GROUND);
  const bars = await Promise.all([0, 1, 2, 3, 4].map((i) => colourAt(plain, 1150, BARS_TOP + i * 48 + 13)));
  const [first, ...others] = bars;
  expect(others).toEqual([first, first, first, LIGHT.sun.toLowerCase()]);
  expect([GROUND, LIGHT.paper.toLowerCase()]).not.toContain(first);
});

test("the directory's own icon stands within its paper", async () => {
  const red = createCanvas(64, 64);
  const context = red.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 64, 64);
  const page = { ...plain, icon: red.toBuffer('image/png').toString('base64') };
  const [left, top, size] = [64, 60, 56];
  const middle = size / 2;
  for (const [x, y, colour] of [
    [middle, middle, '#ff0000'],
    [2, middle, LIGHT.paper],
    [size - 3, middle, LIGHT.paper],
    [middle, 2, LIGHT.paper],
    [middle, size - 3, LIGHT.paper],
    [size + 2, middle, GROUND],
    [middle, size + 2, GROUND],
  ] as const)
    expect([x, y, await colourAt(page, left + x, top + y)]).toEqual([x, y, colour.toLowerCase()]);
});

test('a title that fills two lines keeps the largest size', async () => {
  const below = [64, 332, 1000, 24] as const;
  const title = 'Companies that stayed small for long';
  expect((await pixels({ ...plain, title }, ...below)).equals(await pixels(plain, ...below))).toBe(false);
});
