// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ENVIRONMENT, ROOT } from './install.mjs';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const runs = (command, args, options) =>
  spawnSync(command, args, { stdio: 'inherit', cwd: ROOT, env: ENVIRONMENT, ...options }).status === 0;

/** @returns {string | undefined} the path to a Chromium; undefined leaves the choice to Playwright */
export function chromium() {
  const find = () => [process.env.CHROME_PATH, ...KNOWN].find((path) => path && existsSync(path));
  const found = find();
  if (found) return found;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Installing Chromium and fonts for Korean, Japanese and Chinese ...');
    const environment = { ...ENVIRONMENT, DEBIAN_FRONTEND: 'noninteractive' };
    const quiet = { env: environment, stdio: ['ignore', 'ignore', 'inherit'] };
    runs('apt-get', ['update', '-qq'], quiet);
    runs(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk', 'fonts-liberation'],
      quiet,
    );
    const installed = find();
    if (installed) return installed;
  }
  runs('npx', ['playwright', 'install', 'chromium'], {});
  return undefined;
}
