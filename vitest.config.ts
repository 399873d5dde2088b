import { defineConfig } from 'vitest/config';
import { publicEndpoints } from './scripts/public-endpoints.ts';

const testsOf = (rooms: readonly string[]) => rooms.map((room) => `${room}/**/*.test.{ts,tsx}`);
/** It compiles a copy of the product, and loads that. */
const COPIES = ['web/shared/console/sections.test.tsx'];

export default defineConfig({
  plugins: [publicEndpoints()],
  test: {
    // They end what hangs; a machine that does other things as well is slow, and nothing is wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than cores: a database, a mail server or a clock is often what is waited for.
    maxWorkers: 3,
    env: { LOG_LEVEL: 'silent', TZ: 'UTC' },
    // The shipped configuration is in force in each test that sets no other.
    setupFiles: './core/directory/shipped.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: testsOf(['core', 'web']),
          exclude: COPIES,
          // Nothing in them outlives a test; a process of its own for each file costs more than most of them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: [...testsOf(['engine', 'server', 'content', 'scripts']), ...COPIES],
          // They close what they open. The server is loaded once for each worker instead of once for each file.
          isolate: false,
          globalSetup: './server/testing/setup.ts',
        },
      },
    ],
  },
});
