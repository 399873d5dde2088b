import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { drawable, familiesFor } from './fonts.ts';

/** In no font: it is drawn as the empty box that stands for what is missing. */
const MISSING = '\ue123';

function drawn(character: string, text: string, language: Language, serif: boolean): Buffer {
  const canvas = createCanvas(120, 120);
  const context = canvas.getContext('2d');
  context.font = `400 64px ${familiesFor(text, language, serif)}`;
  context.fillText(character, 20, 90);
  return Buffer.from(context.getImageData(0, 0, 120, 120).data.buffer);
}

describe.each(LANGUAGES)('what is drawn in %s', (language) => {
  test.each([
    '카카오 Kakao 가',
    '가각',
    '한글',
    '가나다 토스',
    '小さな巨人 가 とう',
    '龍龙竜 𠮷野家',
    '∑ √ ≤ → ∞',
    'İstanbul Ȧ Ǆ',
    'हिन्दी',
    'Ελλάδα Україна Việt',
    'مرحبا שלום สวัสดี',
    '𝕋𝕚𝕟𝕪',
  ])('%s has no empty boxes', (text) => {
    for (const serif of [true, false]) {
      const shown = drawable(text);
      for (const character of new Set(shown)) {
        if (!character.trim()) continue;
        const box = drawn(MISSING, shown, language, serif);
        expect([character, drawn(character, shown, language, serif).equals(box)]).toEqual([character, false]);
      }
    }
  });
});

test('a character is left out only where no font has it', () => {
  expect(drawable('카카오 Kakao 가')).toBe('카카오 Kakao 가');
  expect(drawable('∑ √ ≤ →')).toContain('√');
  expect(drawable(`a${MISSING}b`)).toBe('ab');
});
