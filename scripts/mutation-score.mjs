// How much of what the code says is held by a test: changes one condition, comparison, truth value or
// statement of the rooms below at a time, a sample of all that could be changed, and runs their tests.
//   npm run mutation-score -- [how many] [the beginning of a path] [seed]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { build } from './build.mjs';
import { install, ROOT } from './install.mjs';
import { makeTestBed } from './test-bed.mjs';

/** The tests of a room, and those that are asked where these see nothing. */
const ROOMS = {
  'server/features/accounts': [
    ['server/features/accounts'],
    ['server/platform/http/contract.test.ts', 'server/features/users', 'server/platform/mail'],
  ],
  'server/features/admins': [
    ['server/features/admins'],
    [
      'server/platform/http/contract.test.ts',
      'server/features/settings',
      'server/platform/runtime',
      'server/platform/backup',
    ],
  ],
  'server/platform/auth': [
    ['server/platform/auth'],
    [
      'server/features/admins',
      'server/features/accounts',
      'server/features/settings',
      'server/platform/mail',
      'server/platform/runtime',
      'server/platform/backup',
    ],
  ],
  'server/platform/http': [
    ['server/platform/http'],
    [
      'server/app.test.ts',
      'server/features/companies',
      'server/features/comments',
      'server/features/accounts',
    ],
  ],
  'server/platform/database': [
    ['server/platform/database'],
    [
      'server/features/comments',
      'server/features/companies',
      'server/platform/runtime',
      'server/platform/backup',
      'server/features/import-export',
    ],
  ],
};
/** Types alone, what is frozen, and the page of tables. */
const NOT_JUDGED = /\.test\.ts$|\/migrations\/|\/(?:schema|types)\.ts$/;
const OTHER = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
/** The same without its bound: `<` lets one more in. */
const BOUND = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

function mutantsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const found = [];
  const change = ({ start, end }, by) =>
    found.push({
      file,
      start,
      was: source.slice(start, end),
      by,
      mutated: source.slice(0, start) + by + source.slice(end),
    });

  function visit(node) {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (/^(?:TS(?!AsExpression|NonNull|Satisfies)|Import)/.test(node.type)) return;
    if (['IfStatement', 'ConditionalExpression'].includes(node.type)) {
      change(node.test, 'true');
      change(node.test, 'false');
    }
    if (['BinaryExpression', 'LogicalExpression'].includes(node.type)) {
      const between = { start: node.left.end, end: node.right.start };
      const operator = source.slice(between.start, between.end);
      // A bracket or a comment beside the operator stays.
      for (const by of [OTHER[node.operator], BOUND[node.operator]])
        if (by) change(between, operator.replace(node.operator, by));
    }
    if (node.type === 'UnaryExpression' && node.operator === '!')
      change(node, source.slice(node.argument.start, node.argument.end));
    if (node.type === 'Literal' && typeof node.value === 'boolean') change(node, String(!node.value));
    if (node.type === 'ExpressionStatement' && /^(?:Call|Await|Assignment)/.test(node.expression.type))
      change(node, ';');
    if (node.type === 'ThrowStatement') change(node, ';');
    for (const [name, part] of Object.entries(node))
      if (name !== 'typeAnnotation' && name !== 'typeArguments') visit(part);
  }
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  visit(program.body);
  return found.map((mutant) => ({ ...mutant, line: source.slice(0, mutant.start).split('\n').length }));
}

const roomOf = (file) => Object.keys(ROOMS).find((name) => file.startsWith(`${name}/`));

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sample(all, count, seed) {
  const next = random(seed);
  const order = all.map((mutant) => [next(), mutant]).sort(([a], [b]) => a - b);
  return order.slice(0, count).map(([, mutant]) => mutant);
}

install();
// Some tests start the whole product.
await build();
const [count = '200', only = '', seed = '1'] = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', ...Object.keys(ROOMS)], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !NOT_JUDGED.test(file) && file.startsWith(only));
const all = files.flatMap(mutantsOf);
const chosen = sample(all, Number(count), Number(seed));
console.log(`${chosen.length} of ${all.length} changes`);
const bed = makeTestBed();
const scores = {};
try {
  const rooms = new Set(chosen.map(({ file }) => roomOf(file)));
  for (const room of rooms) {
    // What fails by itself would count as a change that was noticed.
    const failing = ROOMS[room].flatMap(bed.failing);
    if (failing.length > 0)
      throw new Error(`The tests of ${room} fail without any change: ${failing.join('; ')}`);
  }
  for (const { file, line, was, by, mutated } of chosen) {
    const room = roomOf(file);
    const survived = bed.survives(file, mutated, ...ROOMS[room]);
    scores[room] ??= { killed: 0, of: 0 };
    scores[room].of++;
    if (!survived) scores[room].killed++;
    const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 70);
    console.log(`${survived ? 'SURVIVED' : 'killed  '} ${file}:${line}  ${short(was)} -> ${short(by)}`);
  }
} finally {
  bed.remove();
}
const total = { killed: 0, of: 0 };
for (const [room, { killed, of }] of Object.entries(scores)) {
  console.log(`${room}: ${killed} of ${of}`);
  total.killed += killed;
  total.of += of;
}
console.log(`all: ${total.killed} of ${total.of}, ${Math.round((100 * total.killed) / total.of)}%`);
