// npm run torture: the long versions of what npm test does shortly. About an hour on two cores.
import { ENVIRONMENT, install, NODE, run } from './install.mjs';

install();
const environment = {
  ...ENVIRONMENT,
  FUZZ_RUNS: '1000',
  CRASH_ROUNDS: '100',
  TWO_PROCESS_WRITES: '10000',
  ...process.env,
};
process.exit(
  await run(
    NODE,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'server/platform/http/contract.test.ts',
      'server/platform/backup/before-upgrade.test.ts',
      'server/platform/runtime/crash.test.ts',
      'server/platform/runtime/database-crash.test.ts',
      '--testTimeout=3600000',
    ],
    environment,
  ),
);
