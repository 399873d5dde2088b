import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';

const SERVER = fileURLToPath(new URL('..', import.meta.url));
/** What the web was built of, core and the packages among it, by `scripts/build.mjs`. */
const BUILT = fileURLToPath(new URL('../../build/.source-hash', import.meta.url));

/**
 * Names what pages are made by: the built web, the server's own sources, Node with its calendars and
 * alphabets, and every setting, the secret among them: nobody else can name it. Where one is another
 * one, pages may be.
 * @returns undefined where it is not known what the web was built of
 */
export function versionOf(env: Env): string | undefined {
  if (!existsSync(BUILT)) return undefined;
  const hash = createHash('sha256')
    .update(JSON.stringify([process.versions, env]))
    .update(readFileSync(BUILT));
  for (const file of readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
      hash.update(file).update(readFileSync(`${SERVER}${file}`));
  }
  return hash.digest('base64url');
}
