// node scripts/node.mjs scripts/proxy.mjs: starts each proxy of docs/deployment.md that this machine has, with the configuration
// there, in front of a server, and asks through it. Needs openssl, and nginx, caddy or traefik.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../server/testing/free-port.ts';
import { startProcess } from '../server/testing/process.ts';
import { ROOT } from './install.mjs';

const MEBIBYTE = 1024 ** 2;
const PASSWORD = 'seven small giants';
const JSON_BODY = { 'content-type': 'application/json' };
const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-proxy-'));
const [key, pem] = [join(folder, 'key'), join(folder, 'pem')];

/** The configuration of a proxy in the documentation, for a server that listens elsewhere. */
function documented(name, server) {
  const text = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8');
  const found = new RegExp(`<!-- ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  assert(found, name);
  return found.replace('127.0.0.1:3000', new URL(server).host);
}

/** Writes the configuration of each proxy, for this port and certificate. Returns the command that starts it. */
const PROXIES = {
  nginx(server, port) {
    const site = documented('nginx', server)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/giants.pem', pem)
      .replace('/etc/ssl/giants.key', key);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
events {}
http { access_log off; ${paths.join(' ')}
${site}}`,
    );
    return ['nginx', '-c', file, '-p', folder];
  },
  caddy(server, port) {
    const file = join(folder, 'Caddyfile');
    const site = documented('caddy', server).replace('{\n', `{\n  bind 127.0.0.1\n  tls ${pem} ${key}\n`);
    writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n  https_port ${port}\n}\n${site}`);
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  },
  traefik(server, port) {
    const file = join(folder, 'traefik.yml');
    const site = documented('traefik', server).replace(/tls:\n +certResolver: \w+/, 'tls: {}');
    writeFileSync(file, `${site}tls:\n  certificates:\n    - certFile: ${pem}\n      keyFile: ${key}\n`);
    return [
      ...['traefik', `--entrypoints.websecure.address=127.0.0.1:${port}`],
      ...[`--providers.file.filename=${file}`, '--log.level=ERROR'],
    ];
  },
};

/** Asks a server through a proxy all that the documentation promises. */
async function tryProxy(name) {
  const file = join(folder, `${name}.db`);
  const server = await startProcess(
    `sqlite:${file}`,
    folder,
    { TRUST_PROXY: '1', SITE_URL: 'https://giants.example', ADMIN_PASSWORD: PASSWORD },
    { file: join(ROOT, 'server/testing/serve-with-admin.ts') },
  );
  const port = await freePort();
  const [command, ...words] = PROXIES[name](server.url, port);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const proxy = spawn(command, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  proxy.stderr.on('data', (chunk) => (output += chunk));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** Asks through the proxy. `body` is sent wholly, or, with `length`, as the beginning of so many bytes. */
  const ask = (method, path, { body, length, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          ...{ agent, host: '127.0.0.1', port, servername: 'giants.example', ca: readFileSync(pem) },
          ...{ method, path, headers: { host: 'giants.example', ...headers } },
          ...(length ? { agent: false } : {}),
        },
        async (answer) => {
          if (length) answer.on('error', () => {});
          const text = length ? '' : (await answer.toArray()).join('');
          if (length) asked.destroy();
          resolve({ status: answer.statusCode, headers: answer.headers, text });
        },
      );
      asked.on('error', reject);
      if (length === undefined) asked.end(body);
      else asked.setHeader('content-length', length).write(body);
    });

  try {
    for (let tries = 0; ; tries++) {
      const ready = await ask('GET', '/readyz').catch((error) => error);
      if (ready.status === 200) break;
      if (tries === 200)
        throw new Error(`${name} does not answer: ${ready.message ?? ready.status}\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal((await ask('GET', '/api/companies')).status, 200);

    const forged = {
      ...{ 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' },
      ...{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    };
    await ask('POST', '/api/admin/login', {
      headers: { ...JSON_BODY, ...forged },
      body: JSON.stringify({ username: 'admin', password: 'wrong' }),
    });
    const database = new DatabaseSync(file, { readOnly: true });
    const networks = database.prepare("select network from security_events where network <> ''").all();
    database.close();
    console.log(`${name}: networks of the security log:`, networks.map(({ network }) => network).join(' '));
    assert(networks.length > 0 && networks.every(({ network }) => network.startsWith('127.')));
    for (const path of ['/feed.xml', '/sitemap.xml', '/robots.txt', '/api/openapi.json']) {
      const answer = await ask('GET', path, { headers: forged });
      assert(!JSON.stringify(answer).includes('evil.example'), path);
    }
    assert.equal((await ask('GET', '/metrics')).status, 401);

    const { text } = await ask('POST', '/api/admin/login', {
      headers: JSON_BODY,
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    const authorization = `Bearer ${JSON.parse(text).sessionToken}`;
    const path = '/api/admin/companies/import?dry_run=true';
    const upload = (bytes) =>
      ask('POST', path, {
        headers: { ...JSON_BODY, authorization },
        body: '{"companies":[]}'.padStart(bytes),
      });
    const taken = await upload(60 * MEBIBYTE);
    console.log(`${name}: 60 MiB:`, taken.status, taken.text.slice(0, 100));
    assert(taken.status < 300);
    const refused = await upload(100 * MEBIBYTE).catch((error) => error);
    console.log(`${name}: 100 MiB:`, refused.status ?? refused.code, (refused.text ?? '').slice(0, 100));
    // A proxy that goes on sending may find the connection closed.
    assert(refused.status === 413 || ['EPIPE', 'ECONNRESET'].includes(refused.code), String(refused));
    // Nobody may send this: the answer comes while most of the body is still to be sent.
    const early = await ask('POST', path, {
      headers: JSON_BODY,
      body: ' '.repeat(MEBIBYTE),
      length: 60 * MEBIBYTE,
    });
    console.log(`${name}: answered after 1 of 60 MiB:`, early.status);
    assert.equal(early.status, 401);
  } finally {
    agent.destroy();
    proxy.kill('SIGTERM');
    await server.end('SIGTERM');
  }
}

execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=giants.example'],
    ...['-addext', 'subjectAltName=DNS:giants.example', '-keyout', key, '-out', pem],
  ],
  { stdio: 'ignore' },
);
try {
  for (const name of Object.keys(PROXIES)) {
    const isThere = spawnSync(name, ['version'], { stdio: 'ignore' }).error === undefined;
    if (isThere) await tryProxy(name);
    console.log(
      isThere ? `${name}: everything is as docs/deployment.md says.` : `${name} is not installed: skipped.`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
