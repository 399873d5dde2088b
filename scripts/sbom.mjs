// npm run sbom: writes the packages of production as CycloneDX JSON to the output.
import { install, ROOT, run } from './install.mjs';

process.chdir(ROOT);
// To the error output: the output is the document alone.
const log = console.log;
console.log = console.error;
install();
console.log = log;
process.exit(await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--loglevel=error']));
