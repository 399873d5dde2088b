import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['core', 'server', 'web', 'content', 'scripts'].map((room) => `${room}/**/*.test.{ts,tsx}`),
    globalSetup: './server/testing/setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: { LOG_LEVEL: 'silent', TZ: 'UTC' },
  },
});
