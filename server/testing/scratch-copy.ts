import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN_PASSWORD } from './app.ts';
import { type ServerProcess, startProcess } from './process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = [
  'core',
  'engine',
  'server',
  'web',
  'content',
  'public',
  'scripts',
  'package.json',
  'package-lock.json',
];
const BUILT_BY = ['tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];

export interface ScratchCopy {
  folder: string;
  /** Puts a text in the place of another one that has to be there. */
  replace(file: string, text: string, by: string): void;
  /** Runs Node in the copy, and returns its standard output. @throws an error with the output */
  run(args: readonly string[], variables?: Record<string, string>): string;
  /** Compiles the copy as the product is compiled. @throws with the compiler's errors */
  compile(): void;
  /** Starts the copy's server without its pages. */
  serve(database: { url: string; folder: string }): Promise<ServerProcess>;
  remove(): void;
}

/** A copy of the product, for a test that changes it as a newcomer would. */
export function makeScratchCopy(name: string): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), `tiny-giants-${name}-`));
  for (const path of [...COPIED, ...BUILT_BY])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const run: ScratchCopy['run'] = (args, variables = {}) =>
    execFileSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables },
    });
  return {
    folder,
    replace(file, text, by) {
      const path = join(folder, file);
      const before = readFileSync(path, 'utf8');
      if (!before.includes(text)) throw new Error(`${file} has no '${text}'`);
      writeFileSync(
        path,
        before.replace(text, () => by),
      );
    },
    run,
    compile() {
      run(['node_modules/@react-router/dev/bin.cjs', 'typegen']);
      try {
        run(['node_modules/typescript/bin/tsc']);
      } catch (error) {
        throw new Error(`It does not compile:\n${(error as { stdout?: string }).stdout}`, { cause: error });
      }
    },
    serve: (database) =>
      startProcess(
        database.url,
        database.folder,
        { ADMIN_PASSWORD },
        { file: join(folder, 'server/testing/serve-with-admin.ts') },
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Signs the administrator in. Returns the headers of further calls. */
export async function signInTo(server: ServerProcess): Promise<Record<string, string>> {
  const { json } = await server.call('POST', '/api/admin/login', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  return { authorization: `Bearer ${(json as { sessionToken: string }).sessionToken}` };
}
