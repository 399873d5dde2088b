import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Running {
  url: string;
  folder: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url));

/** Starts a script as a process of its own and waits until its address answers. */
export async function start(
  script: string,
  port: number,
  variables: Record<string, string>,
  path = '/readyz',
): Promise<Running> {
  const folder = variables['VAR_DIR'] ?? mkdtempSync(join(tmpdir(), 'tiny-giants-bench-'));
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], ...variables, PORT: String(port), VAR_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    if (
      await fetch(url + path).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    if (i > 600) throw new Error(`${script} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    folder,
    child,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (!variables['VAR_DIR']) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The product, as `npm start` runs it, without limits on requests. */
export function startProduct(port: number, variables: Record<string, string> = {}): Promise<Running> {
  return start(MAIN, port, {
    HOST: '127.0.0.1',
    SITE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ...variables,
  });
}
