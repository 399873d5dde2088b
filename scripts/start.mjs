// npm start: installs and builds what is missing, then serves.
import { build } from './build.mjs';
import { install, NODE, run, SERVER } from './install.mjs';

// With --development tests and tools are at hand too.
install({ development: process.argv.includes('--development') });
const built = await build();
process.exit(built || (await run(NODE, [...SERVER.args, ...process.argv.slice(2)], SERVER.environment)));
