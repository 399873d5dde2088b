// npm run content:report: what the shipped directory has, what it lacks, and which figures are old.
import { COMPANY_CATEGORIES } from '../core/categories.ts';
import { type ContentFile, contentFile } from '../core/companies/content.ts';
import { LANGUAGES } from '../core/languages.ts';
import { readdirSync, readFileSync } from 'node:fs';

/** Figures that the report lists, the oldest first. */
const OLDEST = 15;
const FOLDER = new URL('./companies/', import.meta.url);

const files: ContentFile[] = [];
const missing: string[] = [];
for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.json')).sort()) {
  const parsed = contentFile.safeParse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')));
  if (parsed.success) files.push(parsed.data);
  else for (const issue of parsed.error.issues) missing.push(`${name}: ${issue.path.join('.')} ${issue.message}`);
}

const count = (of: (file: ContentFile) => boolean) => files.filter(of).length;
console.log('Companies by category and language');
console.table(
  Object.fromEntries(
    [...COMPANY_CATEGORIES, 'all' as const].map((category) => {
      const inIt = (file: ContentFile) => category === 'all' || file.category === category;
      return [
        category,
        {
          companies: count(inIt),
          ...Object.fromEntries(
            LANGUAGES.map((language) => [language, count((file) => inIt(file) && file.content[language] !== undefined)]),
          ),
          'with a logo': count((file) => inIt(file) && file.logo !== null),
          sources: files.filter(inIt).reduce((sum, file) => sum + file.sources.length, 0),
        },
      ];
    }),
  ),
);

console.log(`Missing or wrong parts: ${missing.length === 0 ? 'none' : ''}`);
for (const line of missing) console.log(`  ${line}`);

console.log(`The ${OLDEST} oldest figures`);
console.table(
  files
    .flatMap((file) => [
      { company: file.id, figure: 'revenue', value: file.revenue.value, year: file.revenue.asOf, kind: file.revenue.basis },
      { company: file.id, figure: 'employees', value: String(file.employees.value), year: file.employees.asOf, kind: '' },
    ])
    .sort((a, b) => a.year - b.year || a.company.localeCompare(b.company, 'en'))
    .slice(0, OLDEST),
);
if (missing.length > 0) process.exitCode = 1;
