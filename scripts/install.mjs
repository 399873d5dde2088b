// The first step of every npm script. Plain JavaScript for the system's own Node (20 or newer), with
// nothing installed: runs `npm ci` when node_modules is missing or the lock file has changed, then
// hands over to the Node that the lock file pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(ROOT, 'node_modules', '.lock-hash');
const BIN = join(ROOT, 'node_modules', '.bin');

/** The pinned Node. */
export const NODE = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The environment in which the pinned Node and the installed tools come first. */
export const ENVIRONMENT = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };

/**
 * How the server runs. Compiled code is cached between starts. The young generation is small: on a large machine it
 * grows to 128 MiB that an idle server never gives back. `--expose-gc` lets the server collect garbage when it is idle
 * (`server/platform/runtime/memory.ts`). Together they take 150 of 400 MiB after a hundred pages.
 */
const VARIABLES = {
  NODE_COMPILE_CACHE: join(ROOT, 'build', '.compiled'),
};
export const SERVER = {
  args: ['--max-semi-space-size=8', '--expose-gc', 'build/app/main.js'],
  variables: VARIABLES,
  environment: { ...VARIABLES, ...ENVIRONMENT },
};

/**
 * Installs the packages of the lock file where they are not there yet. They are installed beside those that
 * are there and take their place only when they are complete: a failed install leaves what was there.
 * @param options.development whether what only tests and tools need is installed too
 * @param options.update false never replaces packages that are there: a server may be running from them
 */
export function install({ development = true, update = true } = {}) {
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const all = hash;
  const production = `${hash} production`;
  const installed = existsSync(NODE) && existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (installed === all || (!development && installed === production)) return;
  if (!update && existsSync(NODE)) {
    if (installed)
      console.error('The installed packages are not those of package-lock.json; `npm start` installs them.');
    return;
  }
  console.log('Installing the packages of package-lock.json ...');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const less = development ? [] : ['--omit=dev'];
  const staging = mkdtempSync(join(ROOT, '.install-'));
  const options = ['--prefix', staging, '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...args] = [...npm, 'ci', ...less, ...options];
  const modules = join(ROOT, 'node_modules');
  const replaced = join(staging, 'replaced');
  let isInstalled = false;
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(ROOT, file))) copyFileSync(join(ROOT, file), join(staging, file));
    const { status } = spawnSync(command, args, {
      cwd: staging,
      stdio: 'inherit',
      shell: npm.length === 1 && process.platform === 'win32',
    });
    isInstalled = status === 0;
    if (isInstalled) {
      writeFileSync(join(staging, 'node_modules', '.lock-hash'), development ? all : production);
      if (existsSync(modules)) renameSync(modules, replaced);
      renameSync(join(staging, 'node_modules'), modules);
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  if (isInstalled) return;
  console.error('npm ci failed; see above. What was installed before is unchanged.');
  process.exit(1);
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Who started us. Under npm that is a shell, to which npm hands a SIGTERM and which keeps it to itself. */
const PARENT = process.env.npm_lifecycle_event ? process.ppid : undefined;
/** How often it is looked whether that shell is still there, in milliseconds. */
const LOOK_EVERY = 200;

/**
 * Runs a program to its end with our terminal; returns its exit code. Signals go on to it, and so
 * does the end of npm.
 */
export function run(command, args, environment = ENVIRONMENT) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: environment });
    const pass = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    const orphaned = setInterval(() => {
      if (PARENT === undefined || process.ppid === PARENT) return;
      clearInterval(orphaned);
      pass('SIGTERM');
    }, LOOK_EVERY);
    child.on('error', (error) => {
      clearInterval(orphaned);
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => {
      clearInterval(orphaned);
      for (const signal of SIGNALS) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}
