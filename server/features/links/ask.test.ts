import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFailure, type LinkFailure } from '../../../core/links/rules.ts';
import { startWebSites, type WebSites } from '../../testing/web-sites.ts';
import { askAddress, INTERNET, userAgentOf } from './ask.ts';
import { askAll } from './round.ts';

const HUGE = 50 * 1024 * 1024;

let sites: WebSites;
let agents: (string | undefined)[];
beforeEach(async () => {
  agents = [];
  sites = await startWebSites((request, response) => {
    agents.push(request.headers['user-agent']);
    const [, first = '', second = ''] = (request.url ?? '').split('/');
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    if (first === 'status') response.writeHead(Number(second)).end('words');
    else if (first === 'hops') redirect(Number(second) > 0 ? `/hops/${Number(second) - 1}` : '/');
    else if (first === 'to') redirect(decodeURIComponent(second));
    else if (first === 'hang') return;
    else if (first === 'hang-up') request.socket.destroy();
    else if (first === 'no-head' && request.method === 'HEAD') response.writeHead(405).end();
    else if (first === 'silent-head' && request.method === 'HEAD') return;
    else if (first === 'rude-head' && request.method === 'HEAD') request.socket.destroy();
    else if (first === 'huge' && request.method === 'HEAD') response.writeHead(403).end();
    else if (first === 'huge') {
      const chunk = Buffer.alloc(1024 * 1024);
      let sent = 0;
      const more = () => {
        while (sent < HUGE && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    } else if (first === 'noise') request.socket.end('this is no HTTP\r\n\r\n');
    else response.end('words');
  });
});
afterEach(() => sites.close());

const to = (address: string) => `/to/${encodeURIComponent(address)}`;
const ask = (url: string, signal = new AbortController().signal) =>
  askAddress(url, { userAgent: userAgentOf('https://giants.example'), network: sites.network, signal });
/** Of a site that is waited for in vain. */
const askBriefly = (url: string) =>
  askAddress(url, {
    userAgent: 'test',
    network: { ...sites.network, timeout: 1500 },
    signal: new AbortController().signal,
  });
const failed = (failure: LinkFailure) => ({ status: null, failure });

test('a page that is there is asked for once, by its head, in our name', async () => {
  expect(await ask(sites.at('site.test', '/page?a=1#part'))).toEqual({ status: 200, failure: null });
  expect(sites.asked).toEqual(['HEAD site.test/page?a=1']);
  expect(agents).toEqual(['tiny-giants-link-check/1 (+https://giants.example/)']);
});

test.each([404, 410, 500, 503])(
  'a page that is not there answers %d, and GET said the same',
  async (status) => {
    const answer = await ask(sites.at('site.test', `/status/${status}`));
    expect([answer, isFailure(answer)]).toEqual([{ status, failure: null }, true]);
    expect(sites.asked).toEqual([`HEAD site.test/status/${status}`, `GET site.test/status/${status}`]);
  },
);

test.each([401, 403, 429])(
  '%d, as machines get it where people are let in, is no failure',
  async (status) => {
    const answer = await ask(sites.at('site.test', `/status/${status}`));
    expect([answer, isFailure(answer)]).toEqual([{ status, failure: null }, false]);
  },
);

test.each(['no-head', 'silent-head', 'rude-head'])(
  '%s: GET is asked, and its answer counts',
  async (path) => {
    expect(await askBriefly(sites.at('site.test', `/${path}`))).toEqual({ status: 200, failure: null });
    expect(sites.asked).toEqual([`HEAD site.test/${path}`, `GET site.test/${path}`]);
  },
);

test('five redirects are followed, from host to host, and no sixth', async () => {
  expect(await ask(sites.at('site.test', to(sites.at('other.test', '/hops/3'))))).toEqual({
    status: 200,
    failure: null,
  });
  expect(await ask(sites.at('site.test', '/hops/5'))).toEqual(failed('too_many_redirects'));
});

test('nothing in an inner network is asked: by name, by number, by one of several addresses', async () => {
  for (const url of [
    sites.at('inner.test'),
    sites.at('half-inner.test'),
    'http://192.168.1.1/',
    'http://[::1]/',
    'http://[::ffff:192.168.1.1]/',
    'http://0xC0A80101/',
    'http://site.test:25/',
  ])
    expect(await ask(url), url).toEqual(failed('inner_address'));
  expect(sites.asked).toEqual([]);
});

test('a redirect into an inner network is not followed, nor to what is not the web', async () => {
  for (const [target, failure] of [
    [sites.at('inner.test'), 'inner_address'],
    ['http://192.168.1.1/secret', 'inner_address'],
    ['//inner.test/', 'inner_address'],
    ['ftp://site.test/', 'unusable'],
    ['file:///etc/passwd', 'unusable'],
    ['http://', 'unusable'],
  ] as const)
    expect(await ask(sites.at('site.test', to(target))), target).toEqual(failed(failure));
});

test('a name that leads elsewhere at the next look-up is connected to where it was looked at', async () => {
  expect(await ask(sites.at('rebinding.test'))).toEqual({ status: 200, failure: null });
  expect(sites.lookedUp).toEqual(['rebinding.test']);
  // Another connection looks again, and finds it inside.
  expect(await ask(sites.at('rebinding.test'))).toEqual(failed('inner_address'));
  expect(sites.asked).toEqual(['HEAD rebinding.test/']);
});

test('by the rules of the internet this machine is not asked, whatever it is called', async () => {
  const { port } = new URL(sites.at('site.test'));
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:7f00:1]']) {
    const answer = await askAddress(`http://${host}:${port}/`, {
      userAgent: 'test',
      network: { ...INTERNET, mayUsePort: () => true },
      signal: new AbortController().signal,
    });
    expect(answer, host).toEqual(failed('inner_address'));
  }
  expect(sites.asked).toEqual([]);
});

test('who says nothing, hangs up, or speaks no HTTP is told apart', async () => {
  expect(await askBriefly(sites.at('site.test', '/hang'))).toEqual(failed('timeout'));
  expect(await ask(sites.at('site.test', '/hang-up'))).toEqual(failed('unreachable'));
  expect(await ask(sites.at('site.test', '/noise'))).toEqual(failed('unusable'));
  expect(await ask('http://nowhere.invalid/')).toEqual(failed('unknown_host'));
});

test('a port where nobody listens, and a certificate that nobody signed', async () => {
  const { port } = new URL(sites.at('site.test'));
  const url = sites.at('site.test');
  await sites.close();
  expect(await ask(url)).toEqual(failed('unreachable'));
  expect(connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => {})).toBeTruthy();
  sites = await startWebSites((_, response) => response.end());
  expect(await ask(sites.secureAt('example.test'))).toEqual(failed('insecure'));
  expect(await ask(sites.at('site.test').replace('http:', 'https:'))).toEqual(failed('insecure'));
  expect(sites.asked).toEqual([]);
});

test('of a page without an end hardly anything is read', async () => {
  expect(await ask(sites.at('site.test', '/huge'))).toEqual({ status: 200, failure: null });
  await expect.poll(() => sites.written()).toBeGreaterThan(0);
  expect(sites.written()).toBeLessThan(HUGE / 2);
});

test('a stop ends it at once, as an error', async () => {
  const stop = new AbortController();
  const asking = ask(sites.at('site.test', '/hang'), stop.signal);
  await expect.poll(() => sites.asked.length).toBe(1);
  stop.abort(new Error('the server is stopping'));
  await expect(asking).rejects.toThrow('the server is stopping');
});

test('a host is asked one at a time, several hosts at once, and a stop leaves the rest alone', async () => {
  let atOnce = 0;
  const most = new Map<string, number>();
  await sites.close();
  sites = await startWebSites(async (request, response) => {
    const host = request.headers.host ?? '';
    atOnce++;
    most.set('all', Math.max(most.get('all') ?? 0, atOnce));
    most.set(host, (most.get(host) ?? 0) + 1);
    if ((most.get(host) ?? 0) > 1) most.set('twice', 1);
    await pause(20);
    atOnce--;
    most.set(host, (most.get(host) ?? 0) - 1);
    response.end();
  });
  const urls = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((host) =>
    [1, 2, 3].map((page) => sites.at(`${host}.test`, `/${page}`)),
  );
  const answered: string[] = [];
  const options = {
    userAgent: 'test',
    network: sites.network,
    signal: new AbortController().signal,
    hostPause: 0,
  };
  await askAll(urls, options, async (url) => void answered.push(url));
  expect(answered.sort()).toEqual(urls.sort());
  expect(most.get('twice')).toBeUndefined();
  expect(most.get('all')).toBeGreaterThan(1);
  expect(most.get('all')).toBeLessThanOrEqual(4);
  sites.asked.length = 0;
  const full = askAll(urls, options, async () => {
    throw new Error('the disk is full');
  });
  await expect(full).rejects.toThrow('the disk is full');
  expect(sites.asked.length).toBeLessThanOrEqual(4);
});
