import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/create.ts';
import common from '../../i18n/locales/en/common.json' with { type: 'json' };
import problems from '../../i18n/locales/en/on-demand/problems.json' with { type: 'json' };
import settings from '../../i18n/locales/en/on-demand/settings.json' with { type: 'json' };
import { CallError } from '../../shared/api.ts';
import { NoToken, saveProblem } from './save-problem.ts';

const { t } = createI18n('en', { common, problems, settings });

test.each([
  [new NoToken(), 'No admin session token found. Please log in again.'],
  [new CallError('No', 507, 'storage_full'), problems.problem.storage_full],
  [new CallError('Odd', 418, undefined, { error: 'The words of a proxy' }), 'The words of a proxy'],
  [new CallError('HTTP error! status: 502', 502), 'HTTP 502: Failed to save settings. Please try again.'],
  [new CallError('Network error occurred', 0), 'Network error occurred'],
  [new TypeError('bug'), 'Failed to save settings. Please try again.'],
])('%s is said as it was specified', (error, text) => {
  expect(saveProblem(t, error)).toBe(text);
});
