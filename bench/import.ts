import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { companyCategories } from '../core/categories.ts';
import '../core/directory/shipped.ts';
import { percentile, writeReport } from './report.ts';
import { logIn, startProduct } from './server.ts';

const COMPANIES = Number(process.env['BENCH_COMPANIES'] ?? 100_000);

/** A file of many small companies in two languages, below the 64 MiB that an import takes. */
function makeFile(): string {
  const companies = Array.from({ length: COMPANIES }, (_, n) => ({
    id: `imported-${n}`,
    category: companyCategories()[n % companyCategories().length],
    revenue: `$${1 + (n % 900)}M`,
    employees: 1 + (n % 200),
    founded: 1950 + (n % 75),
    content: {
      en: {
        name: `Imported ${n}`,
        founder: 'Ada Lovelace',
        description: `A small company, number ${n}, of few words.`,
      },
      ko: { name: `가져온 회사 ${n}`, founder: '에이다 러브레이스', description: `${n}번째 작은 회사.` },
    },
  }));
  return JSON.stringify({ companies });
}

export async function run(): Promise<void> {
  const body = makeFile();
  const server = await startProduct(4455);
  const admin = await logIn(server);
  const sample = async (until: () => boolean) => {
    const times: number[] = [];
    for (let i = 0; !until(); i++) {
      const began = performance.now();
      await (await fetch(`${server.url}/api/companies?language=ko&limit=50&n=${i}`)).arrayBuffer();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return times;
  };
  const memory = async () =>
    Number(
      /^process_resident_memory_bytes (\S+)/m.exec(
        await (await fetch(`${server.url}/metrics`)).text(),
      )?.[1] ?? 0,
    );

  const quietUntil = performance.now() + 3000;
  const quiet = await sample(() => performance.now() > quietUntil);
  const idle = await memory();
  let done = false;
  let isFollowed = false;
  let peak = idle;
  let peakAfter = 0;
  const watching = (async () => {
    while (!isFollowed) {
      const now = await memory();
      if (done) peakAfter = Math.max(peakAfter, now);
      else peak = Math.max(peak, now);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  const began = performance.now();
  const importing = fetch(`${server.url}/api/admin/companies/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...admin },
    body,
  }).then(async (answer) => {
    done = true;
    return (await answer.json()) as { success: boolean; processed: number; errors: number };
  });
  const during = await sample(() => done);
  const result = await importing;
  const seconds = (performance.now() - began) / 1000;
  const file = new DatabaseSync(join(server.folder, 'directory.db'), { readOnly: true });
  const waiting = file.prepare('select count(*) as companies from search_queue');
  while (Number(waiting.get()?.['companies']) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const followed = (performance.now() - began) / 1000 - seconds;
  file.close();
  isFollowed = true;
  await watching;
  await server.stop();
  if (!result.success || result.processed !== COMPANIES)
    throw new Error(JSON.stringify(result).slice(0, 500));
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20);
  writeReport('import', 'Importing many companies while the public reads', [
    {
      text: 'One file through the API on SQLite; a public list, each time with an address of its own, is asked for every 20 ms. Companies are found by their names at once; the index of the search follows when the file is read.',
      rows: [
        {
          companies: COMPANIES,
          'file, MiB': mib(Buffer.byteLength(body)),
          'time, s': Number(seconds.toFixed(1)),
          'memory before, MiB': mib(idle),
          'peak memory, MiB': mib(peak),
          'index after, s': Number(followed.toFixed(1)),
          'peak memory then, MiB': mib(peakAfter),
          'public p99 quiet, ms': Math.round(percentile(quiet, 0.99)),
          'public p50 during, ms': Math.round(percentile(during, 0.5)),
          'public p99 during, ms': Math.round(percentile(during, 0.99)),
        },
      ],
    },
  ]);
}
