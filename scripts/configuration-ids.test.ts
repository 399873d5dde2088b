import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SHIPPED_DIRECTORY } from '../core/directory/shipped.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { categories, kinds } = SHIPPED_DIRECTORY;
/** A model of a language has the same name as a kind of company. */
const AMBIGUOUS = 'ai';
const SHIPPED_IDS = [...categories.list, ...kinds.list].map(({ id }) => id).filter((id) => id !== AMBIGUOUS);
/** An example that people copy: the console shows it beside the field for JSON. */
const EXAMPLES = ['web/console/companies/bulk-import.tsx'];
/** The build's copy of the shipped hues, which a test holds against the configuration. */
const GENERATED = ['web/tokens.css'];

test('the product names no category and no kind: they are configuration', () => {
  const files = ['core', 'engine', 'server', 'web'].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|css|json)$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((file) => !/\.test\.tsx?$|\/testing\/|\/migrations\//.test(file)),
  );
  const naming = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return SHIPPED_IDS.some((id) => new RegExp(`["'\`/]${id}["'\`/]`).test(text));
  });
  expect(naming.filter((file) => !EXAMPLES.includes(file)).sort()).toEqual(GENERATED);
});
