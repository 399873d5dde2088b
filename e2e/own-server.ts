import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/testing/free-port.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { endedServers, expect } from './journey.ts';

/** Starts a server on an empty database of its own. @param env settings beside the usual ones, PORT among them */
export async function startDirectory(
  env: Readonly<Record<string, string>> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const [port, folder] = [
    Number(env['PORT'] ?? (await freePort())),
    mkdtempSync(join(tmpdir(), 'tiny-giants-first-run-')),
  ];
  const server: ChildProcess = spawn('node_modules/node/bin/node', ['build/app/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      VAR_DIR: folder,
      ADMIN_PASSWORD,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      endedServers.add(url);
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
