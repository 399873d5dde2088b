import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TIME_ZONES } from '../../../core/languages.ts';

test.each([
  ['en', 'America/New_York', 'New York'],
  ['ko', 'Asia/Seoul', '한국'],
  ['ja', 'Asia/Tokyo', '日本'],
  ['zh', 'Asia/Shanghai', '北京'],
] as const)('the times of comments in %s name their zone, %s', (language, zone, name) => {
  expect(TIME_ZONES[language]).toBe(zone);
  const file = new URL(`../../i18n/locales/${language}/comments.json`, import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8')).timeZone).toContain(name);
});
