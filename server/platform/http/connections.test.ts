import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../testing/folder.ts';
import { boundConnections, openFilesMax } from './connections.ts';

/** `open` opens connections from a local address, and returns what counts those that the server keeps. */
async function serverWith(options: { files: number; each: boolean }, path?: string) {
  const server = createServer((_, response) => response.end('ok'));
  boundConnections(server, options);
  await new Promise<void>((resolve) => {
    if (path === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(path, resolve);
  });
  const address = server.address() as AddressInfo | string;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    server,
    async open(count: number, localAddress = '127.0.0.1') {
      const mine = await Promise.all(
        Array.from(
          { length: count },
          () =>
            new Promise<Socket>((resolve) => {
              const socket =
                typeof address === 'string'
                  ? connect(address)
                  : connect({ port: address.port, host: '127.0.0.1', localAddress });
              sockets.push(socket.on('error', () => {}).resume());
              socket.once('connect', () => resolve(socket));
            }),
        ),
      );
      return () => mine.filter(({ readyState }) => readyState === 'open').length;
    },
  };
}

test('one network holds an eighth of the connections, and others still come in', async () => {
  const { open, server } = await serverWith({ files: 768, each: true });
  expect(server.maxConnections).toBe(512);
  await expect.poll(await open(100, '127.0.0.2'), { timeout: 10_000 }).toBe(64);
  await expect.poll(await open(10, '127.0.0.3')).toBe(10);
});

test('behind a proxy networks are not told apart, and all connections together stay below the open files', async () => {
  const { open, server } = await serverWith({ files: 100, each: false });
  expect(server.maxConnections).toBe(50);
  await expect.poll(await open(80, '127.0.0.2'), { timeout: 10_000 }).toBe(50);
});

test('who comes by a socket of the file system is of no network', async () => {
  const { open } = await serverWith({ files: 768, each: true }, join(makeFolder('socket'), 'http.sock'));
  const kept = await open(100);
  // Refused connections close a moment later.
  await pause(200);
  expect(kept()).toBe(100);
});

test('the system says how many files may be open', () => {
  expect(openFilesMax()).toBeGreaterThan(64);
});
