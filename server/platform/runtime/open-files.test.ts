import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Files that the server may still open once the test lowers its limit. */
const LEFT = 8;
const CONNECTIONS = 60;

const hasPrlimit = (() => {
  try {
    execFileSync('prlimit', ['--version']);
    return process.platform === 'linux';
  } catch {
    return false;
  }
})();

const openFilesOf = ({ pid }: ChildProcess): number => readdirSync(`/proc/${pid}/fd`).length;

/** A connection that asks for nothing. @returns undefined where it was closed at once */
async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), wait(1000)]);
  return socket;
}

test.skipIf(!hasPrlimit)(
  'a server without a file left to open lives on, and answers again once connections end',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-files-'));
    const port = await freePort();
    const server = spawn(process.execPath, ['server/testing/serve-api.ts'], {
      cwd: ROOT,
      env: { PORT: String(port), HOST: '127.0.0.1', VAR_DIR: folder, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let told = '';
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (told += chunk));
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(5000),
      }).then(
        (answer) => answer.status,
        () => 0,
      );
    const sockets: Socket[] = [];
    try {
      while ((await ask('/readyz')) !== 200) await wait(100);
      const limit = openFilesOf(server) + LEFT;
      execFileSync('prlimit', [`--pid=${server.pid}`, `--nofile=${limit}:${limit}`]);
      // The kernel completes a connection before the server accepts it, and the server may close files
      // of its own meanwhile: connections are opened until a request gets no answer.
      await expect
        .poll(
          async () => {
            for (let i = 0; i < CONNECTIONS; i++) sockets.push(await openConnection(port));
            return ask('/api/companies');
          },
          { timeout: 30_000 },
        )
        .toBe(0);
      // Timers and background work meet it too.
      await wait(6000);
      expect([server.exitCode, server.signalCode]).toEqual([null, null]);

      for (const socket of sockets) socket.destroy();
      await expect.poll(() => ask('/api/companies'), { timeout: 10_000 }).toBe(200);
      expect(await ask('/readyz')).toBe(200);
      expect(told).not.toMatch(/uncaught|unhandled/i);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
