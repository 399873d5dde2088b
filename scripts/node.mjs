// Runs a script, or an installed tool, on the pinned Node: node scripts/node.mjs FILE [ARGUMENT ...]
import { install, NODE, run } from './install.mjs';

install();
process.exit(await run(NODE, process.argv.slice(2)));
