// npm run cli: runs a command beside the server, which may be running from the same packages. Installs only
// where nothing is installed, and then only what the server needs.
import { install, NODE, run } from './install.mjs';

install({ development: false, update: false });
process.exit(await run(NODE, ['server/cli.ts', ...process.argv.slice(2)]));
