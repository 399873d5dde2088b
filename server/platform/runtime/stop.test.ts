import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { PROCESS_ENV } from '../../testing/process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The process and its descendants, from the first to the last. */
function chainOf(pid: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const children = new Map(
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
      .map(([child, parent]) => [parent, child]),
  );
  const chain: number[] = [];
  for (let next: number | undefined = pid; next; next = children.get(next)) chain.push(next);
  return chain;
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** A request of which the last byte of the body is missing. */
async function beginRequest(port: number): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  const body = '{"page":"home"';
  await new Promise<void>((resolve) =>
    socket.write(
      `POST /api/analytics/page-visit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`,
      () => resolve(),
    ),
  );
  return { socket, answer };
}

/** What npm runs: a shell that runs the script, which runs the server. */
function startAsNpm(folder: string, port: number): ChildProcess {
  // The second command keeps the shell from becoming the first, as some shells do.
  return spawn('/bin/sh', ['-c', 'node scripts/node.mjs server/testing/serve-api.ts; exit $?'], {
    cwd: ROOT,
    env: {
      ...PROCESS_ENV,
      npm_lifecycle_event: 'start',
      PORT: String(port),
      HOST: '127.0.0.1',
      VAR_DIR: folder,
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
}

test.skipIf(process.platform === 'win32').each([
  ['the shell of npm', 0],
  ['the start script', 1],
  ['the server', 2],
])('SIGTERM to %s stops the server, and an open request ends', async (_, link) => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-stop-'));
  const port = await freePort();
  const shell = startAsNpm(folder, port);
  const isServing = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  let chain: number[] = [];
  try {
    await until(isServing);
    chain = chainOf(shell.pid as number);
    expect(chain).toHaveLength(3);
    const { socket, answer } = await beginRequest(port);
    process.kill(chain[link] as number, 'SIGTERM');
    // It takes no new ones any more.
    await until(async () => !(await isServing()));
    expect(isAlive(chain[2] as number)).toBe(true);
    socket.write('}');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"success":true/);
    await until(() => chain.every((pid) => !isAlive(pid)));
  } finally {
    for (const pid of chain) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
