import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calls } from '../../../core/api/calls.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { checkWith, isRefusalCode, PARAM_KINDS, paramsOf, type Refusal } from '../../../core/refusal.ts';
import { requestsOf } from '../../testing/requests.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40) * 5;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);

const texts = LANGUAGES.map((language): Record<string, string> => {
  const file = new URL(`../../../web/i18n/locales/${language}/on-demand/refusals.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
});

const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value;

/** What keeps a refusal from being told in every language; 'invalid' says nothing that a text could. */
function flaws({ code, params = {} }: Refusal): string[] {
  if (!isRefusalCode(code) || code === 'invalid') return [`code ${code}`];
  const names = paramsOf(code);
  const kinds = Object.entries(params).map(([name, value]) => `${name} ${kindOf(value)}`);
  const shape = names.map((name) => `${name} ${PARAM_KINDS[name]}`);
  return [
    ...(JSON.stringify(kinds.sort()) === JSON.stringify(shape.sort()) ? [] : [`params ${kinds}`]),
    ...texts.flatMap((of, i) => {
      const forms = [of[code], of[`${code}_one`], of[`${code}_other`]].filter((form) => form !== undefined);
      const isWhole =
        forms.length > 0 &&
        forms.every((form) => names.every((name) => new RegExp(`{{${name}[,}]`).test(form)));
      return isWhole ? [] : [`text in ${LANGUAGES[i]}`];
    }),
  ];
}

test.each(calls.map((call) => [call.name, call] as const))(
  'whatever %s refuses is data that can be told in every language',
  (_, call) => {
    const requests = fc.sample(requestsOf(call, { id: ['acme'], commentId: ['none'] }), {
      numRuns: RUNS,
      seed: SEED,
    });
    for (const { url, payload } of requests) {
      const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
      const parts = [
        [call.query, query] as const,
        [call.body, payload === undefined ? undefined : parsed(payload)] as const,
      ];
      for (const [schema, value] of parts) {
        const { refusals = [] } = schema ? checkWith(schema, value) : {};
        for (const refused of refusals)
          expect(flaws(refused), `${url} ${payload?.slice(0, 300)} -> ${JSON.stringify(refused)}`).toEqual(
            [],
          );
      }
    }
  },
);

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}
