import { connect } from 'node:net';
import { percentile } from './report.ts';

interface Read {
  /** Answers in a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Readers that ask for one page after another, each on a connection of its own. What they get is counted
 * and thrown away: a client that reads compressed bytes as a text takes longer over them than the server.
 * @throws where an answer is anything but 200
 */
export async function readPages(
  url: string,
  pick: () => string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Read> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;

  const reader = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let began = 0;
      /** Bytes of the body that are still to come; undefined before its head is read. */
      let missing: number | undefined;
      let head: Buffer = Buffer.alloc(0);
      const ask = () => {
        began = performance.now();
        if (began >= until) return socket.end(resolve);
        socket.write(
          `GET ${pick()} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
        );
      };
      const readHead = (bytes: Buffer): number => {
        const known = head.length;
        head = known === 0 ? bytes : Buffer.concat([head, bytes]);
        const end = head.indexOf(END_OF_HEAD);
        if (end < 0) return bytes.length;
        const text = head.toString('latin1', 0, end);
        const length = /content-length: (\d+)/i.exec(text)?.[1];
        if (!text.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(text.slice(0, 200));
        missing = Number(length);
        head = Buffer.alloc(0);
        return end + END_OF_HEAD.length - known;
      };
      socket.on('data', (bytes) => {
        let read = 0;
        try {
          if (missing === undefined) read = readHead(bytes);
        } catch (error) {
          socket.destroy();
          return reject(error);
        }
        if (missing === undefined) return;
        missing -= bytes.length - read;
        if (missing > 0) return;
        missing = undefined;
        times.push(performance.now() - began);
        ask();
      });
      socket.once('connect', ask);
      socket.once('error', reject);
    });

  await Promise.all(Array.from({ length: connections }, reader));
  return { rate: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
