import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { boundConnections, openFilesMax } from './connections.ts';

/** `open` opens connections from a local address, and returns what counts those that the server keeps. */
async function serverWith(options: { files: number; each: boolean }) {
  const server = createServer((_, response) => response.end('ok'));
  boundConnections(server, options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    server,
    async open(count: number, localAddress: string) {
      const mine = await Promise.all(
        Array.from(
          { length: count },
          () =>
            new Promise<Socket>((resolve) => {
              const socket = connect({ port, host: '127.0.0.1', localAddress });
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

test('the system says how many files may be open', () => {
  expect(openFilesMax()).toBeGreaterThan(64);
});
