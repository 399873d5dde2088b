import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testApp } from './testing/app.ts';

const FOLDER = fileURLToPath(new URL('../docs/monitoring/', import.meta.url));
/** The functions and words of PromQL that the files use; `up` and `time()` are Prometheus's own. */
const PROMQL =
  /^(?:sum|max|rate|increase|topk|by|le|time|up|histogram_quantile|job|status|route|event|outcome)$/;

/** The metrics that an expression names, without strings, ranges, labels to group by and numbers. */
const metricsIn = (expression: string): string[] =>
  (expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ').match(/[a-z_][a-z0-9_]*/g) ?? []).filter(
    (word) => !PROMQL.test(word),
  );

test('metrics are found in an expression', () => {
  expect(
    metricsIn('topk(8, sum by (le, route) (rate(a_total{status=~"5..", job="x"}[$__rate_interval])))'),
  ).toEqual(['a_total']);
});

test('alert rules and the dashboard name metrics that there are', async () => {
  const app = await testApp('sqlite');
  try {
    const { body } = await app.get('/metrics');
    const known = new Set(
      [...body.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    for (const file of readdirSync(FOLDER)) {
      const text = readFileSync(`${FOLDER}${file}`, 'utf8');
      const expressions = file.endsWith('.json')
        ? (JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(({ targets }) =>
            targets.map(({ expr }) => expr),
          )
        : [...text.matchAll(/expr: (?:>-\n\s+)?(.+)/g)].map(([, expr = '']) => expr);
      expect(expressions.length).toBeGreaterThan(10);
      const named = expressions.map((expression) => metricsIn(expression));
      // Of the rules `up` alone is Prometheus's own.
      expect(named.filter((names) => names.length === 0).length, file).toBeLessThanOrEqual(1);
      expect(
        named.flat().filter((name) => !known.has(name)),
        file,
      ).toEqual([]);
    }
  } finally {
    await app.close();
  }
});
