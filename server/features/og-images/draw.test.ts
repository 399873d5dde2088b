import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
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
