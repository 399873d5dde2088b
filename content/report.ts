// npm run content:report: the shipped directory against its bounds. Fails beyond what was already
// reached; `npm run content:report -- --tighten` takes what is better now as reached.
import { companyCategories } from '../core/categories.ts';
import '../core/directory/shipped.ts';
import { type ContentFile, contentFileSchema } from '../core/companies/content.ts';
import { LANGUAGES } from '../core/languages.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { disagreements, isLost, isMet, isRefused, isUnexplained, measure } from './bounds.ts';
import { readLinks } from './kept-links.ts';

/** Names that a line lists before it only counts. */
const NAMED = 12;
const FOLDER = new URL('./companies/', import.meta.url);
const REACHED = new URL('./reached.json', import.meta.url);

const files: ContentFile[] = [];
const wrong: string[] = [];
for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.json')).sort()) {
  const parsed = contentFileSchema.safeParse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')));
  if (parsed.success) files.push(parsed.data);
  else for (const issue of parsed.error.issues) wrong.push(`${name}: ${issue.path.join('.')} ${issue.message}`);
}

const count = (of: (file: ContentFile) => boolean) => files.filter(of).length;
console.log('Companies by category and language');
console.table(
  Object.fromEntries(
    [...companyCategories(), 'all' as const].map((category) => {
      const inIt = (file: ContentFile) => category === 'all' || file.category === category;
      return [
        category,
        {
          companies: count(inIt),
          ...Object.fromEntries(
            LANGUAGES.map((language) => [language, count((file) => inIt(file) && file.content[language] !== undefined)]),
          ),
          'with a logo': count((file) => inIt(file) && file.logo !== null),
          'with figures': count((file) => inIt(file) && file.figures !== undefined),
          sources: files.filter(inIt).reduce((sum, file) => sum + file.sources.length, 0),
        },
      ];
    }),
  ),
);

console.log(`Missing or wrong parts: ${wrong.length === 0 ? 'none' : ''}`);
for (const line of wrong) console.log(`  ${line}`);

const bounds = measure(files);
if (process.argv.includes('--tighten')) {
  const before: Record<string, number> = JSON.parse(readFileSync(REACHED, 'utf8'));
  const now = Object.fromEntries(
    bounds
      .filter((bound) => !isMet(bound))
      .map((bound) => [bound.name, isLost(bound, before) ? before[bound.name] : bound.value]),
  );
  writeFileSync(REACHED, `${JSON.stringify(now, null, 2)}\n`);
}
const reached: Record<string, number> = JSON.parse(readFileSync(REACHED, 'utf8'));
const lost = bounds.filter((bound) => isLost(bound, reached));

console.log('Bounds');
console.table(
  Object.fromEntries(
    bounds.map((bound) => [
      bound.name,
      {
        aim: bound.least === undefined ? `at most ${bound.most}` : `at least ${bound.least}`,
        now: bound.value,
        reached: isMet(bound) ? '' : (reached[bound.name] ?? ''),
        verdict: isMet(bound) ? 'yes' : lost.includes(bound) ? 'LOST' : 'not yet',
      },
    ]),
  ),
);
for (const bound of bounds.filter((it) => !isMet(it) && it.files.length > 0)) {
  const rest = bound.files.length - NAMED;
  console.log(`${bound.name}: ${bound.files.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`);
}

console.log('Old figures without a reason');
console.table(
  files
    .flatMap(({ id, revenue, employees }) => [
      { company: id, figure: 'revenue', value: revenue.value, year: revenue.asOf, unexplained: isUnexplained(revenue) },
      { company: id, figure: 'employees', value: String(employees.value), year: employees.asOf, unexplained: isUnexplained(employees) },
    ])
    .filter(({ unexplained }) => unexplained)
    .sort((a, b) => a.year - b.year || a.company.localeCompare(b.company, 'en'))
    .map(({ company, figure, value, year }) => ({ company, figure, value, year })),
);

console.log('Without a city, and why');
for (const { id, no_city } of files) if (no_city) console.log(`  ${id}: ${no_city}`);

console.log('Numbers and years that one language has alone');
for (const file of files) for (const line of disagreements(file)) console.log(`  ${file.id}: ${line}`);

const links = readLinks();
const failing = links.filter(({ failures }) => failures > 0);
console.log(`Sources that were asked whether they are there: ${links.length}; ${failing.length} are not`);
for (const { url, status, failure, failures } of failing) console.log(`  ${status ?? failure}, ${failures} in a row: ${url}`);

console.log('Sources on refused hosts');
for (const file of files) {
  for (const { url } of file.sources) if (isRefused(url)) console.log(`  ${file.id}: ${url}`);
}

if (wrong.length > 0 || lost.length > 0) {
  for (const { name, value } of lost) console.error(`Lost: ${name} (${value}, had ${reached[name] ?? 'met its aim'})`);
  process.exitCode = 1;
}
