// Takes out of the browser's list of routes, which every public page loads, what the routes of the console import: half
// of the list. The server names them on each page of the console, and the browser finds them in the modules themselves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

const FOLDER = join(ROOT, 'build', 'client', 'assets');
const START = 'window.__reactRouterManifest=';

const name = readdirSync(FOLDER).find((file) => /^manifest-[^.]*\.js$/.test(file));
const file = join(FOLDER, name);
const text = readFileSync(file, 'utf8');
if (!text.startsWith(START)) throw new Error(`${name} does not start with ${START}`);
const manifest = JSON.parse(text.slice(START.length).replace(/;$/, ''));
for (const route of Object.values(manifest.routes)) if (route.id.startsWith('console/')) delete route.imports;
writeFileSync(file, `${START}${JSON.stringify(manifest)};`);
