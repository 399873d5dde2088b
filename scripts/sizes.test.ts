import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['core', 'engine', 'server', 'web', 'content', 'bench', 'scripts'];

/** Most lines of a function and of a file, blank lines and comments included: what a reader scrolls through. */
const FUNCTION_LINES_MAX = 150;
const FILE_LINES_MAX = 450;

interface Size {
  /** Path of the file, for a function with the line that it begins in. */
  place: string;
  lines: number;
}

const lineOf = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** Functions of a file that are longer than the limit; one that is in another counts for both. */
function longFunctions(file: string, source: string): Size[] {
  const sizes: Size[] = [];
  const measure = ({ start, end }: { start: number; end: number }) => {
    const first = lineOf(source, start);
    sizes.push({ place: `${file}:${first}`, lines: lineOf(source, end) - first + 1 });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, source).program);
  return sizes.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
}

const files = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
);

test('a function is measured from its first to its last line', () => {
  const source = `const short = () => 1;\nfunction long() {\n${'  call();\n'.repeat(149)}}\n`;
  expect(longFunctions('example.ts', source)).toEqual([{ place: 'example.ts:2', lines: 151 }]);
  expect(longFunctions('example.ts', source.replace('  call();\n', ''))).toEqual([]);
});

test(`no function has more than ${FUNCTION_LINES_MAX} lines, and no file more than ${FILE_LINES_MAX}`, () => {
  const long = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const lines = source.trimEnd().split('\n').length;
    return [...longFunctions(file, source), ...(lines > FILE_LINES_MAX ? [{ place: file, lines }] : [])];
  });
  expect(long.sort((one, other) => other.lines - one.lines)).toEqual([]);
});
