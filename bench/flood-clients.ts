import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What the clients of a flood ask for, the i-th time. */
export const FLOODS: Record<string, (i: number) => { path: string; headers?: Record<string, string> }> = {
  'made-up parameters': (i) => ({ path: `/all?y=${i}` }),
  'an Authorization header': (i) => ({ path: `/all?y=${i}`, headers: { authorization: `x${i}` } }),
  'searches nobody made': (i) => ({ path: `/all?q=${i.toString(36)}` }),
  'pages that are not there': (i) => ({ path: `/ko/companies/none-${i}` }),
};

export interface Flood {
  name: string;
  url: string;
  pid: number;
  clients: number;
  seconds: number;
}

/** How many answers there were of each status, and the most memory that the server had, in MiB. */
export interface Flooded {
  statuses: Record<number, number>;
  most: number;
}

async function flood({ name, url, pid, clients, seconds }: Flood): Promise<Flooded> {
  const ask = FLOODS[name];
  if (!ask) throw new Error(`There is no flood of ${name}.`);
  const until = performance.now() + seconds * 1000;
  const statuses: Record<number, number> = {};
  let asked = 0;
  let most = 0;
  const watchMemory = async () => {
    while (performance.now() < until) {
      most = Math.max(most, memoryOf(pid));
      await pause(100);
    }
  };
  const client = async () => {
    while (performance.now() < until) {
      const { path, headers } = ask(asked++);
      const answer = await fetch(url + path, headers ? { headers } : {});
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      // One that is turned away comes again at once: the worst of its kind, but one that a test can make.
      if (answer.status === 503) await pause(50);
    }
  };
  await Promise.all([watchMemory(), ...Array.from({ length: clients }, client)]);
  return { statuses, most };
}

export function memoryOf(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

if (parentPort) parentPort.postMessage(await flood(workerData));
