import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DOCUMENTS } from '../../core/documents/rules.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** Core names texts too: the labels of a company's fields. */
const source = [WEB, fileURLToPath(new URL('../../core', import.meta.url))]
  .flatMap((room) =>
    readdirSync(room, { recursive: true })
      .map(String)
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => readFileSync(`${room}/${file}`, 'utf8')),
  )
  .join('\n');

/** Keys made of a group and a name, as `fields.` and `_one` in a template: what stands before and after the name. */
const patterns = [...source.matchAll(/`((?:\w+:)?[\w.]*)((?:\$\{[^`}]*\}[\w.]*)+)`/g)].map(
  ([, head = '', rest = '']) => ({
    head: head.replace(/^\w+:/, ''),
    tail: rest.slice(rest.lastIndexOf('}') + 1),
  }),
);
const groups = [...source.matchAll(/['`](\w+):((?:\w+\.)+|\w+_)['`]/g)].map(([, , head = '']) => head);
const dynamic = [...patterns, ...groups.map((head) => ({ head, tail: '' }))].filter(
  ({ head, tail }) => (head + tail).length > 2,
);

/** What the footer asks for by a document's name, and what only the server reads. */
const BY_NAME = new Set<string>([...DOCUMENTS, 'tagline', 'changesTitle']);

const isUsed = (key: string) =>
  BY_NAME.has(key) ||
  ["'", '"', '`', ':'].some((mark) =>
    [`${mark}${key}'`, `${mark}${key}"`, `${mark}${key}\``].some((text) => source.includes(text)),
  ) ||
  dynamic.some(
    ({ head, tail }) => key.length > head.length + tail.length && key.startsWith(head) && key.endsWith(tail),
  );

function keysOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [`${path}${key}`] : keysOf(inner, `${path}${key}.`),
  );
}

const folder = `${WEB}/i18n/locales/en`;
const features = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.json') && !file.endsWith('refusals.json'));

test.each(features)('every text of %s is used', (feature) => {
  const keys = keysOf(JSON.parse(readFileSync(`${folder}/${feature}`, 'utf8')));
  const bare = (key: string) => key.replace(/_(?:one|other)$/, '').replace(/_subject$/, '');
  expect(keys.filter((key) => !isUsed(key) && !isUsed(bare(key)))).toEqual([]);
});
