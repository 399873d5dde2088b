import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER } from '../scripts/install.mjs';

const PASSWORD = 'seven small giants';

export interface Running {
  url: string;
  folder: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Starts the pinned Node with a script as a process of its own and waits until its address answers. */
export async function start(
  args: string[],
  port: number,
  variables: Record<string, string>,
  path = '/readyz',
): Promise<Running> {
  const folder = variables['VAR_DIR'] ?? mkdtempSync(join(tmpdir(), 'tiny-giants-bench-'));
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...variables, PORT: String(port), VAR_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A measurement that fails leaves no server behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    if (
      await fetch(url + path).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    if (i > 6000) throw new Error(`${args} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 10));
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
  return start(SERVER.args, port, {
    HOST: '127.0.0.1',
    SITE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    ...SERVER.variables,
    RATE_LIMITS: 'off',
    ADMIN_PASSWORD: PASSWORD,
    ...variables,
  });
}

/** Begins an administrator's session; what its requests carry. */
export async function logIn({ url }: Running): Promise<{ authorization: string }> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}
