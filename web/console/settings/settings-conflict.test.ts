import { expect, test } from 'vitest';
import { shownValue } from './settings-conflict.tsx';

const t = (key: string, options?: object) => (options ? `${key} ${JSON.stringify(options)}` : key);

test.each([
  ['enableAnalytics', true, true],
  ['checkSources', false, false],
  ['blockedWords', ['lottery', 'casino'], 'lottery\ncasino'],
  ['synonyms.ko', [], ''],
  ['defaultAiProvider', 'claude', 'Claude (Anthropic)'],
  ['commentModeration', 'first', 'settings:moderations.first'],
  ['sessionTimeout', 24, 'settings:timeouts.24'],
  ['securityLogDays', 90, 'settings:days {"count":90}'],
  ['alertLanguage', 'ko', '한국어'],
  ['claudeModel', 'model-1', 'model-1'],
])('%s in conflict is shown as the form shows it', (field, value, shown) => {
  expect(shownValue(t, field, value)).toBe(shown);
});
