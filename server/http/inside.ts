import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** What the server answered itself. */
export interface InsideAnswer {
  status: number;
  body: Buffer;
}

/** Asks the server for what it would answer a reader, without a connection. Rejects where it gives up the answer. */
export type AskInside = (url: string, headers?: Record<string, string>) => Promise<InsideAnswer>;

declare module 'fastify' {
  interface FastifyInstance {
    readonly askInside: AskInside;
  }
}

/** Where what the process asks itself comes from. */
class Here extends Socket {
  override readonly remoteAddress = '127.0.0.1';
}
const HERE = new Here();

/** Keeps what is written instead of sending it. */
class Kept extends ServerResponse {
  readonly #parts: Buffer[] = [];
  readonly #done: (answer: InsideAnswer) => void;
  readonly #failed: (error: Error) => void;

  constructor(
    request: IncomingMessage,
    done: (answer: InsideAnswer) => void,
    failed: (error: Error) => void,
  ) {
    super(request);
    this.#done = done;
    this.#failed = failed;
  }

  override write(part: string | Buffer): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.#parts.push(typeof part === 'string' ? Buffer.from(part) : part);
    return true;
  }

  override end(last?: unknown): this {
    if (this.finished) return this;
    if (typeof last === 'string' || Buffer.isBuffer(last)) this.write(last);
    const [first, ...rest] = this.#parts;
    this.finished = true;
    this.emit('finish');
    this.emit('close');
    this.#done({
      status: this.statusCode,
      body: first && rest.length === 0 ? first : Buffer.concat(this.#parts),
    });
    return this;
  }

  /** What a reader's connection would end with. */
  override destroy(error: Error = new Error('The answer was given up.')): this {
    this.#failed(error);
    return super.destroy(error);
  }
}

/**
 * Fastify's `inject` is made for tests: what it pretends to be asked by is held until all memory is collected, and
 * all that it was answered with, which is 100 kB for a page and takes longer to collect than it took to make.
 * @param handle what answers the requests of the server's connections
 */
export const insideOf =
  (handle: RequestListener): AskInside =>
  (url, headers = {}) =>
    new Promise((resolve, reject) => {
      const request = new IncomingMessage(HERE);
      Object.assign(request, {
        method: 'GET',
        url,
        httpVersion: '1.1',
        httpVersionMajor: 1,
        httpVersionMinor: 1,
      });
      Object.assign(request.headers, { host: 'localhost', ...headers });
      handle(request, new Kept(request, resolve, reject));
    });
