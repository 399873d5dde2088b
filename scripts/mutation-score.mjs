// How much of what the code says is held by a test: changes one condition, comparison, truth value or
// statement of the server at a time, a sample of each room below, and runs the tests of that room.
//   npm run mutation-score -- [how many a room] [the beginning of a path] [seed]
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { build } from './build.mjs';
import { install, ROOT } from './install.mjs';
import { makeTestBed } from './test-bed.mjs';

/** The rooms of the server: one folder a feature or a part of the platform. */
const ROOMS = ['server/features', 'server/platform'].flatMap((layer) =>
  readdirSync(join(ROOT, layer)).map((name) => `${layer}/${name}`),
);

/** Tests outside of a room that hold it too; they run where its own notice nothing. */
const BESIDE = {
  'server/features/accounts': ['server/features/users', 'server/platform/mail'],
  'server/features/admins': ['server/features/settings'],
  'server/features/analytics': ['server/features/dashboard', 'server/features/companies'],
  'server/features/api-docs': ['server/app.test.ts'],
  'server/features/bulk-changes': ['server/features/companies'],
  'server/features/companies': ['server/features/company-index', 'server/features/import-export'],
  'server/features/comments': ['server/features/notifications', 'server/features/work'],
  'server/features/company-index': ['server/features/search', 'server/features/companies'],
  'server/features/dashboard': ['server/features/companies'],
  'server/features/directory': [
    'server/features/tags',
    'server/features/companies/own-fields.test.ts',
    'server/features/companies/of-today.test.ts',
  ],
  'server/features/follows': ['server/features/changes'],
  'server/features/jobs': ['server/features/ai', 'server/features/translations', 'server/features/companies'],
  'server/features/links': ['server/features/companies/fetched-logos.test.ts', 'server/features/uploads'],
  'server/features/merges': ['server/features/companies', 'server/features/translations'],
  'server/features/newsletter': ['server/features/follows'],
  'server/features/notifications': ['server/features/comments', 'server/features/follows'],
  'server/features/readers': [
    'server/features/follows',
    'server/features/newsletter',
    'server/features/accounts',
  ],
  'server/features/reading': ['server/features/sitemap'],
  'server/features/saved-lists': ['server/features/lists'],
  'server/features/search': ['server/features/company-index'],
  'server/features/security-log': ['server/features/admins', 'server/features/accounts'],
  'server/features/settings': ['server/features/ai', 'server/features/failures'],
  'server/features/translations': ['server/features/jobs', 'server/features/ai'],
  'server/features/trash': [
    'server/features/companies',
    'server/features/comments',
    'server/cleanup.test.ts',
  ],
  'server/features/uploads': ['server/features/directory'],
  'server/features/views': ['server/features/companies'],
  'server/features/work': ['server/features/comments'],
  'server/platform/analytics': ['server/features/analytics', 'server/features/dashboard'],
  'server/platform/audit': ['server/features/admins'],
  'server/platform/auth': [
    'server/features/admins',
    'server/features/accounts',
    'server/features/settings',
    'server/platform/mail',
  ],
  'server/platform/backup': [
    'server/cli.test.ts',
    'server/features/newsletter',
    'server/features/follows',
    'server/features/uploads',
  ],
  'server/platform/database': [
    'server/features/comments',
    'server/features/companies',
    'server/platform/backup',
    'server/features/import-export',
  ],
  'server/platform/http': [
    'server/app.test.ts',
    'server/features/companies',
    'server/features/comments',
    'server/features/accounts',
  ],
  'server/platform/jobs': ['server/features/jobs', 'server/features/ai', 'server/features/import-export'],
  'server/platform/limits': ['server/platform/http', 'server/features/admins'],
  'server/platform/mail': ['server/features/accounts', 'server/features/settings'],
  'server/platform/mfa': ['server/features/admins', 'server/features/accounts', 'server/cli.test.ts'],
  'server/platform/runtime': ['server/serve.test.ts', 'server/features/import-export'],
  'server/platform/time': ['server/platform/jobs', 'server/features/companies'],
};
/** Every call with generated requests: the last to be asked. */
const CONTRACT = 'server/platform/http/contract.test.ts';

const hasTests = (room) => readdirSync(join(ROOT, room)).some((file) => file.endsWith('.test.ts'));
/** Lists of tests in the order in which they run until one of them fails. */
const testsOf = (room) =>
  [...(hasTests(room) ? [room] : []), ...(BESIDE[room] ?? []), CONTRACT].map((path) => [path]);

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

const roomOf = (file) => ROOMS.find((name) => file.startsWith(`${name}/`));

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
const [count = '10', only = '', seed = '1'] = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', ...ROOMS], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !NOT_JUDGED.test(file) && file.startsWith(only));
const bed = makeTestBed();
const total = { killed: 0, of: 0 };
const rows = [];
try {
  for (const room of new Set(files.map(roomOf))) {
    const all = files.filter((file) => roomOf(file) === room).flatMap(mutantsOf);
    const tests = testsOf(room);
    const chosen = sample(all, Number(count), Number(seed));
    let killed = 0;
    for (const { file, line, was, by, mutated } of chosen) {
      const survived = tests.every((paths) => {
        // Tests that fail by themselves, on a busy machine for instance, tell nothing of a change.
        const failing = bed.failing(paths);
        if (failing.length > 0) console.log(`${paths} left out, fails unchanged: ${failing.join('; ')}`);
        return failing.length > 0 || bed.survives(file, mutated, paths);
      });
      if (!survived) killed++;
      const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 70);
      console.log(`${survived ? 'SURVIVED' : 'killed  '} ${file}:${line}  ${short(was)} -> ${short(by)}`);
    }
    rows.push(`| \`${room}\` | ${all.length} | ${killed} of ${chosen.length} |`);
    console.log(rows.at(-1));
    total.killed += killed;
    total.of += chosen.length;
  }
} finally {
  bed.remove();
}
console.log(['| room | changes that could be made | noticed |', '| --- | ---: | --- |', ...rows].join('\n'));
console.log(`all: ${total.killed} of ${total.of}, ${Math.round((100 * total.killed) / total.of)}%`);
