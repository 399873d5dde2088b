// node scripts/node.mjs scripts/proxy.mjs: starts the nginx of this machine with the configuration of docs/deployment.md in
// front of a server, and asks through it. Needs nginx and openssl.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort, startProcess } from '../server/testing/process.ts';
import { ROOT } from './install.mjs';

const MEBIBYTE = 1024 ** 2;
const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-proxy-'));
const port = await freePort();
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=giants.example'],
    ...[
      '-addext',
      'subjectAltName=DNS:giants.example',
      '-keyout',
      join(folder, 'key'),
      '-out',
      join(folder, 'pem'),
    ],
  ],
  { stdio: 'ignore' },
);
const file = join(folder, 'test.db');
const password = 'seven small giants';
const server = await startProcess(
  `sqlite:${file}`,
  folder,
  { TRUST_PROXY: '1', SITE_URL: 'https://giants.example', ADMIN_PASSWORD: password },
  { file: join(ROOT, 'server/testing/serve-with-admin.ts') },
);
const documented = /<!-- nginx -->\n```nginx\n([\s\S]*?)```/.exec(
  readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8'),
)?.[1];
assert(documented);
const site = documented
  .replace('127.0.0.1:3000', new URL(server.url).host)
  .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
  .replace('/etc/ssl/giants.pem', join(folder, 'pem'))
  .replace('/etc/ssl/giants.key', join(folder, 'key'));
const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
  (name) => `${name}_temp_path ${join(folder, name)};`,
);
writeFileSync(
  join(folder, 'nginx.conf'),
  `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
events {}
http { access_log off; ${paths.join(' ')}
${site}}`,
);
const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const connections = new Set();
/** Asks through the proxy. */
const ask = (method, path, { body, headers = {} } = {}) =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{
          agent,
          host: '127.0.0.1',
          port,
          servername: 'giants.example',
          ca: readFileSync(join(folder, 'pem')),
        },
        ...{ method, path, headers: { host: 'giants.example', ...headers } },
      },
      async (answer) => {
        connections.add(answer.socket.localPort);
        const text = (await answer.toArray()).join('');
        resolve({ status: answer.statusCode, type: answer.headers['content-type'], text });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
const json = { 'content-type': 'application/json' };

try {
  for (let tries = 0; ; tries++) {
    const ready = await ask('GET', '/readyz').catch((error) => error);
    if (ready.status === 200) break;
    if (tries === 100) throw ready;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal((await ask('GET', '/api/companies')).status, 200);

  const forged = { ...json, 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' };
  await ask('POST', '/api/admin/login', {
    headers: forged,
    body: JSON.stringify({ username: 'admin', password: 'wrong' }),
  });
  const database = new DatabaseSync(file, { readOnly: true });
  const networks = database.prepare("select network from security_events where network <> ''").all();
  database.close();
  console.log('networks of the security log:', networks.map(({ network }) => network).join(' '));
  assert(networks.length > 0 && networks.every(({ network }) => network.startsWith('127.')));
  assert.equal((await ask('GET', '/metrics')).status, 401);

  const { text } = await ask('POST', '/api/admin/login', {
    headers: json,
    body: JSON.stringify({ username: 'admin', password }),
  });
  const authorization = `Bearer ${JSON.parse(text).sessionToken}`;
  const upload = (bytes) =>
    ask('POST', '/api/admin/companies/import?dry_run=true', {
      headers: { ...json, authorization },
      body: '{"companies":[]}'.padStart(bytes),
    });
  const taken = await upload(60 * MEBIBYTE);
  console.log('60 MiB:', taken.status, taken.text.slice(0, 100));
  assert(taken.status < 300);
  const refused = await upload(90 * MEBIBYTE);
  console.log('90 MiB:', refused.status, refused.text.slice(0, 100));
  assert.equal(refused.status, 413);
  console.log('Everything is as docs/deployment.md says.');
} finally {
  agent.destroy();
  nginx.kill('SIGTERM');
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
