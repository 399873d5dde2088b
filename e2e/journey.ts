import { test as base, expect } from '@playwright/test';

/** What the browser's console may say although all is well. */
const ALLOWED: RegExp[] = [];

/**
 * The test of every journey: it fails on any message in the browser's console, which is where a
 * hydration mismatch, a violated content security policy and a lost file show.
 */
export const test = base.extend<{ allowConsole: RegExp[] }>({
  allowConsole: [[], { option: true }],
  page: async ({ page, allowConsole }, use) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    await use(page);
    const allowed = [...ALLOWED, ...allowConsole];
    expect(messages.filter((message) => !allowed.some((pattern) => pattern.test(message)))).toEqual([]);
  },
});

export { expect };
