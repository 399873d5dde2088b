import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from './bench/scale.ts';
import { openDatabase } from './server/database/open.ts';
import { findCompanies, prepareSearch } from './server/companies/list-store.ts';
import { LANGUAGES } from './core/languages.ts';
const folder = mkdtempSync(join(tmpdir(), 'speed-'));
const N = Number(process.argv[2]);
const url = `sqlite:${join(folder, 'd.db')}`;
const index = await fill(url, N, 0);
const database = await openDatabase(url);
await prepareSearch(database);
const searches = ['a','sm','small','quiet giant','gaint','harbuor letter','zzzz','작은','ㅈㅇ','거인 종','巨人','石','製作所','游戏','copper 77','lihgt north','island river paper'];
const times: number[] = [];
let cpu = process.cpuUsage();
for (let i = 0; i < 1500; i++) {
  if (i === 200) cpu = process.cpuUsage();
  const t = performance.now();
  await findCompanies(database, { q: searches[i % searches.length], language: LANGUAGES[i % 4], sort: 'relevance', limit: 50, matches: 8 } as any);
  if (i >= 200) times.push(performance.now() - t);
}
times.sort((a, b) => a - b);
const c = process.cpuUsage(cpu);
console.log(N, 'index ms', Math.round(index), 'p50', times[650]!.toFixed(2), 'p99', times[1287]!.toFixed(2), 'cpu/search', ((c.user + c.system) / 1000 / 1300).toFixed(2));
await database.close(); rmSync(folder, { recursive: true }); process.exit(0);
