import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { LinkAnswer, LinkFailure } from '../../../core/links/rules.ts';
import { isPublic } from './public-address.ts';

const REDIRECTS_MAX = 5;
/** For each request, from its beginning to the head of its answer, in milliseconds. */
const LINK_TIMEOUT = 10_000;
/** Only what the web is served on: nothing else on a machine is knocked at. */
const PORTS: readonly string[] = ['', '80', '443', '8080', '8443'];

/** How addresses are looked up and reached; tests have a network of their own. */
export interface ResolvedNetwork {
  resolve(hostname: string, options: LookupOptions): Promise<LookupAddress[]>;
  /** Whether a machine of this IP address may be connected to. */
  mayConnect(address: string): boolean;
  mayUsePort(port: string): boolean;
  /** In milliseconds; see TIMEOUT. */
  timeout: number;
}

export const INTERNET: ResolvedNetwork = {
  resolve: (hostname, options) =>
    new Promise((resolve, reject) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      );
    }),
  mayConnect: isPublic,
  mayUsePort: (port) => PORTS.includes(port),
  timeout: LINK_TIMEOUT,
};

export interface AskOptions {
  /** Name and address of this server, for the operators of other sites. */
  userAgent: string;
  network?: ResolvedNetwork;
  /** Ends the asking. */
  signal: AbortSignal;
}

/** The name under which the sources of a site are asked. @param siteUrl where somebody who minds can look */
export const userAgentOf = (siteUrl: string) => `tiny-giants-link-check/1 (+${new URL(siteUrl).href})`;

class RefusedAddress extends Error {
  readonly failure: LinkFailure;

  constructor(failure: LinkFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/**
 * Asks whether there is a page at an address, without reading it: HEAD, and GET where that is refused;
 * at most five redirects are followed. Every connection goes to an address that was looked at just
 * before: a name that leads into the inner network, at once, at a second look-up, or by a redirect, is
 * not followed there.
 * @throws the signal's reason, where it ends the asking
 */
export async function askAddress(url: string, options: AskOptions): Promise<LinkAnswer> {
  try {
    let at = new URL(url);
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      const { status, location } = await askOnce(at, options);
      const isRedirect = status >= 300 && status < 400 && location !== undefined;
      if (!isRedirect) return { status, failure: null };
      at = new URL(location, at);
    }
    return { status: null, failure: 'too_many_redirects' };
  } catch (error) {
    options.signal.throwIfAborted();
    return { status: null, failure: failureOf(error as NodeJS.ErrnoException) };
  }
}

interface ResponseHead {
  status: number;
  location: string | undefined;
}

export type DownloadFailure = LinkFailure | 'refused' | 'too_large';

/**
 * What is at an address, under the same rules as `askAddress`.
 * @param most bytes; a longer body is not read to its end
 * @throws the signal's reason, where it ends the download
 */
export async function download(
  url: string,
  most: number,
  options: AskOptions,
): Promise<{ body: Buffer; failure: null } | { body: null; failure: DownloadFailure }> {
  try {
    let at = new URL(url);
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      const answer = await openRequest('GET', at, options);
      const { statusCode: status = 0, headers } = answer;
      if (status >= 300 && status < 400 && headers.location !== undefined) {
        answer.destroy();
        at = new URL(headers.location, at);
        continue;
      }
      if (status !== 200) {
        answer.destroy();
        return { body: null, failure: 'refused' };
      }
      const body = await readBody(answer, most);
      return body ? { body, failure: null } : { body: null, failure: 'too_large' };
    }
    return { body: null, failure: 'too_many_redirects' };
  } catch (error) {
    options.signal.throwIfAborted();
    return { body: null, failure: failureOf(error as NodeJS.ErrnoException) };
  }
}

/** The body of an answer; undefined where it is longer than `most` bytes. */
async function readBody(answer: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop destroys the answer.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sends HEAD, and GET if HEAD fails: some servers refuse HEAD, answer HEAD wrongly, or hang up. */
async function askOnce(url: URL, options: AskOptions): Promise<ResponseHead> {
  try {
    const head = await sendRequest('HEAD', url, options);
    if (head.status < 400) return head;
  } catch (error) {
    options.signal.throwIfAborted();
    const failure = failureOf(error as NodeJS.ErrnoException);
    const isWorthGet = failure === 'timeout' || failure === 'unusable' || isHangUp(error);
    if (!isWorthGet) throw error;
  }
  return sendRequest('GET', url, options);
}

/** One request, on a connection of its own, which ends with the head of the answer. */
async function sendRequest(method: 'HEAD' | 'GET', url: URL, options: AskOptions): Promise<ResponseHead> {
  const answer = await openRequest(method, url, options);
  answer.destroy();
  return { status: answer.statusCode ?? 0, location: answer.headers.location };
}

/** A request on a connection of its own, up to the head of the answer: its body is still to be read, or destroyed. */
async function openRequest(
  method: 'HEAD' | 'GET',
  url: URL,
  { userAgent, network = INTERNET, signal }: AskOptions,
): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:';
  if (!isHttps && url.protocol !== 'http:')
    throw new RefusedAddress('unusable', `${url.protocol} is not asked.`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Numbers are connected to without a look-up.
  if ((isIP(host) !== 0 && !network.mayConnect(host)) || !network.mayUsePort(url.port))
    throw new RefusedAddress('inner_address', `${url.host} is not asked.`);
  return new Promise((resolve, reject) => {
    const sent = (isHttps ? https : http).request(
      {
        method,
        host,
        port: url.port || undefined,
        path: url.pathname + url.search,
        headers: { host: url.host, 'user-agent': userAgent, accept: '*/*', connection: 'close' },
        agent: false,
        lookup: onPublicNetworks(network),
        signal: AbortSignal.any([signal, AbortSignal.timeout(network.timeout)]),
        ...(isHttps && isIP(host) === 0 ? { servername: host } : {}),
      },
      resolve,
    );
    // After the head too: it is destroyed in the middle of its body.
    sent.on('error', reject);
    sent.end();
  });
}

/** The addresses of a name, or none where one of them is not to be connected to. */
const onPublicNetworks =
  (network: ResolvedNetwork): LookupFunction =>
  (hostname, options, callback) => {
    network.resolve(hostname, options).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => network.mayConnect(address)))
          return callback(new RefusedAddress('inner_address', `${hostname} is not asked.`), '');
        return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

const isHangUp = (error: unknown) =>
  ['ECONNRESET', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code));

/** What OpenSSL and Node call what is wrong with a certificate or a handshake. */
const INSECURE =
  /^(?:EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$)/;

function failureOf(error: NodeJS.ErrnoException): LinkFailure {
  if (error instanceof RefusedAddress) return error.failure;
  // The signal that ends the asking is looked at before: this is the other one.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const code = error.code ?? '';
  if (INSECURE.test(code)) return 'insecure';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'unknown_host';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (/^E(?:CONN|HOST|NET|PIPE|ADDR)/.test(code)) return 'unreachable';
  return 'unusable';
}
