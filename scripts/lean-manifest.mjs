// Leaves out of the router's manifest, which every page loads, what each route's module imports: two of its
// three and a half kilobytes. Documents name what their page imports by the server's manifest, which keeps it; without it
// a link with `prefetch`, of which the console has some, fetches its section and not yet what that imports.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

const FOLDER = join(ROOT, 'build', 'client', 'assets');
const FORM = /^window\.__reactRouterManifest=(\{.*\});$/s;

const names = readdirSync(FOLDER).filter((name) => /^manifest-\w+\.js$/.test(name));
if (names.length !== 1) throw new Error(`There are ${names.length} manifests in ${FOLDER}, not one.`);
const file = join(FOLDER, names[0]);
const [, json] = FORM.exec(readFileSync(file, 'utf8')) ?? [];
if (!json) throw new Error(`${file} has another form than before.`);
const manifest = JSON.parse(json);
for (const route of Object.values(manifest.routes)) delete route.imports;
writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(manifest)};`);
