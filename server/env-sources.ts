import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

type Variables = Record<string, string | undefined>;

/** File of settings in the working folder. */
export const ENV_FILE = '.env';

/** The environment, completed by `.env` of a folder where there is one. The environment wins; an empty value is none. */
export function withEnvFile(environment: Variables, folder = process.cwd()): Variables {
  const path = join(folder, ENV_FILE);
  if (!existsSync(path)) return environment;
  const isSet = ([, value]: [string, string | undefined]) => value !== undefined && value !== '';
  return {
    ...parseEnv(readFileSync(path, 'utf8')),
    ...Object.fromEntries(Object.entries(environment).filter(isSet)),
  };
}
