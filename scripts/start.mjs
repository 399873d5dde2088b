// npm start: installs and builds what is missing, then serves.
import { build } from './build.mjs';
import { install, NODE, run } from './install.mjs';

install();
const built = await build();
process.exit(built || (await run(NODE, ['server/main.ts', ...process.argv.slice(2)])));
