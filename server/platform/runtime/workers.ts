import cluster, { type Worker } from 'node:cluster';
import { after } from '../time/timer.ts';

/** A worker that ends by itself is replaced after this long, in milliseconds: no storm of failing starts. */
const REPLACE_AFTER = 1000;

/**
 * Runs several serving processes on the one port. One that dies is replaced; SIGTERM and SIGINT stop
 * all of them. Returns once the first listens; where none can, the process ends with its exit code.
 */
export async function runWorkers(count: number): Promise<void> {
  let stopping = false;
  let listening = false;
  await new Promise<void>((resolve) => {
    const start = () => {
      cluster.fork().once('listening', () => {
        listening = true;
        resolve();
      });
    };
    cluster.on('exit', (worker: Worker, code) => {
      if (stopping) {
        if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
      } else if (!listening) {
        process.exit(code || 1);
      } else {
        console.error(`The process ${worker.process.pid} ended with ${code}; starting another one.`);
        after(REPLACE_AFTER, () => {
          if (!stopping) start();
        });
      }
    });
    for (let i = 0; i < count; i++) start();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        stopping = true;
        for (const worker of Object.values(cluster.workers ?? {})) worker?.kill('SIGTERM');
      });
    }
  });
}
