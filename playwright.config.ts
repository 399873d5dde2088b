import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const PORT = Number(process.env['E2E_PORT'] ?? 4173);
const chromium = process.env['CHROME_PATH'];
// The workers inherit it: journeys read the mail that the server keeps there.
process.env['E2E_VAR_DIR'] ??= mkdtempSync(join(tmpdir(), 'tiny-giants-e2e-'));

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  forbidOnly: Boolean(process.env['CI']),
  // A journey that fails once tells of a fault, of the product or of its own.
  retries: 0,
  // As many as cores: with more, each journey takes longer, and comes nearer to its limit.
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  // A busy machine is no mistake of the page.
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['dot'], ['json']] : [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'en-US',
    timezoneId: 'Asia/Seoul',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // Which journey goes where, it says itself: e2e/journey.ts.
    { name: 'desktop', grepInvert: /@phone\b/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: /@wide\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node_modules/node/bin/node build/app/main.js',
    url: `http://localhost:${PORT}/readyz`,
    reuseExistingServer: false,
    env: {
      PORT: String(PORT),
      VAR_DIR: process.env['E2E_VAR_DIR'],
      ADMIN_PASSWORD: 'seven small giants',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
