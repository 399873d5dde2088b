// The bare minimum to compare with: node:http that sends kept bytes, from memory or from files, and
// node:sqlite that commits each insert by itself.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const folder = process.env['VAR_DIR'] ?? '.';
interface Kept {
  status: number;
  headers: Record<string, string>;
  body: string;
}
const kept = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();
try {
  const stored = JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8')) as Record<string, Kept>;
  for (const [path, { status, headers, body }] of Object.entries(stored)) {
    kept.set(path, { status, headers, body: Buffer.from(body, 'base64') });
  }
} catch {
  // Nothing to send: then it only writes.
}

/** A file for each path that is sent, with the headers of all of them: read before anything is asked, or each time. */
const files = process.env['BARE_FILES'];
const fileOf = (path: string) => join(files ?? '.', path.slice(1).replaceAll('/', '_'));
const common = files ? (JSON.parse(readFileSync(`${files}.json`, 'utf8')) as Record<string, string>) : {};
const inMemory = new Map<string, Buffer>();
if (files && process.env['BARE_READS'] === 'before') {
  // Memory of its own for each, as files are read.
  for (const name of readdirSync(files)) inMemory.set(name, readFileSync(join(files, name)));
}

const db = new DatabaseSync(join(folder, 'bare.db'));
db.exec('pragma journal_mode = wal; pragma synchronous = full');
db.exec(
  'create table if not exists comments (id integer primary key, company text, author text, content text, at text)',
);
const insert = db.prepare('insert into comments (company, author, content, at) values (?, ?, ?, ?)');

createServer((request, response) => {
  if (files && request.url !== '/') {
    const path = request.url ?? '';
    const body = inMemory.get(path.slice(1).replaceAll('/', '_')) ?? readFileSync(fileOf(path));
    response.writeHead(200, { ...common, 'content-length': body.length });
    response.end(body);
    return;
  }
  const answer = kept.get(request.url ?? '') ?? kept.get('*');
  if (answer) {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
    return;
  }
  if (request.method !== 'POST') {
    response.end('ok');
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const { author, content } = JSON.parse(text || '{}') as { author?: string; content?: string };
    const { lastInsertRowid } = insert.run('acme', author ?? 'A', content ?? '', new Date().toISOString());
    response.writeHead(201, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ id: String(lastInsertRowid), author, content }));
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
