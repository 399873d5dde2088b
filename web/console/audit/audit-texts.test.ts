import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import texts from '../../i18n/locales/en/on-demand/audit.json' with { type: 'json' };

const CORE = new URL('../../../core/', import.meta.url);
const isNamed = (action: string) => {
  const [subject = '', act = ''] = action.split('.');
  const group = (texts.actions as Record<string, Record<string, string>>)[subject];
  return subject in texts.kinds && group !== undefined && (act in group || `${act}_subject` in group);
};

test('the log says in words what each call does', () => {
  const actions = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('calls.ts'))
    .flatMap((path) => [...readFileSync(new URL(path, CORE), 'utf8').matchAll(/audit: '(\w+\.\w+)'/g)])
    .map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(40);
  expect(actions.filter((action) => !isNamed(action))).toEqual([]);
});
