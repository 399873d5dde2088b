import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['core', 'server', 'web', 'content', 'scripts'].map((room) => `${room}/**/*.test.{ts,tsx}`),
    globalSetup: './server/testing/setup.ts',
    // They end what hangs; a machine that does other things as well is slow, and nothing is wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    env: { LOG_LEVEL: 'silent', TZ: 'UTC' },
  },
});
