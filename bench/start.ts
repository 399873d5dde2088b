import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER } from '../scripts/install.mjs';
import { median, writeReport } from './report.ts';

const ROUNDS = 9;
const PORT = 4457;
/** What starting left behind is given back by then, in milliseconds. */
const SETTLED_AFTER = 6000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

function launch(folder: string): ChildProcess {
  return spawn(process.execPath, SERVER.args, {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...SERVER.environment,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      SITE_URL: `http://127.0.0.1:${PORT}`,
      VAR_DIR: folder,
      LOG_LEVEL: 'error',
    },
  });
}

function status(path: string): Promise<number> {
  return new Promise((resolve) => {
    get(`http://127.0.0.1:${PORT}${path}`, { agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });
}

async function answers(path: string): Promise<void> {
  while ((await status(path)) !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Resident memory of a process in MiB, as Linux counts it. */
function memoryOf({ pid }: ChildProcess): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-start-'));
  const ready: number[] = [];
  const page: number[] = [];
  const memory: number[] = [];
  // The first start loads the directory and keeps the compiled code; it does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    const child = launch(folder);
    await answers('/readyz');
    const readyAfter = performance.now() - began;
    await answers('/ko');
    const pageAfter = performance.now() - began;
    if (round > 0) {
      ready.push(readyAfter);
      page.push(pageAfter);
      await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER));
      memory.push(memoryOf(child));
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
  const round = (values: number[]) => Math.round(median(values));
  writeReport('start', 'Starting', [
    {
      text: `From the built state, with the database of an earlier start; medians of ${ROUNDS} starts. The home page is asked for without anything in memory.`,
      rows: [
        {
          'ready, ms': round(ready),
          'first home page, ms': round(page),
          'slowest home page, ms': Math.round(Math.max(...page)),
          'memory when idle, MiB': round(memory),
        },
      ],
    },
  ]);
}
