// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ENVIRONMENT, ROOT } from './install.mjs';

/** Chromium without the parts of a browser that nobody sees: journeys take two thirds of the time in it. */
const SHELL = '/usr/bin/chromium-headless-shell';
const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FONTS = ['fonts-noto-cjk', 'fonts-liberation'];

const runs = (command, args, options) =>
  spawnSync(command, args, { stdio: 'inherit', cwd: ROOT, env: ENVIRONMENT, ...options }).status === 0;

const first = (paths) => paths.find((path) => path && existsSync(path));

/** Installs packages of Debian where that can be done. */
function installed(packages) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false;
  console.log(`Installing ${packages.join(', ')} ...`);
  const quiet = {
    env: { ...ENVIRONMENT, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  runs('apt-get', ['update', '-qq'], quiet);
  return runs('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
}

/** @returns {string | undefined} the path to a Chromium; undefined leaves the choice to Playwright */
export function chromium() {
  const found = first([process.env.CHROME_PATH, SHELL]);
  if (found) return found;
  if (installed(['chromium-headless-shell', ...FONTS]) && existsSync(SHELL)) return SHELL;
  const known = first(KNOWN);
  if (known) return known;
  if (installed(['chromium', ...FONTS]) && first(KNOWN)) return first(KNOWN);
  runs('npx', ['playwright', 'install', '--only-shell', 'chromium'], {});
  return undefined;
}
