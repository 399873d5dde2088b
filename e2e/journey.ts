import { test as base, expect, type Page } from '@playwright/test';

/*
 * At which sizes a journey goes: what every journey says beside its name. On both costs twice, so it is for
 * what a narrow screen lays out in another way, or what a finger does: a menu instead of a bar, rows that
 * become cards, a panel that covers the list. What a server answers is the same on every screen.
 */
export const WIDE = { tag: '@wide' };
export const PHONE = { tag: '@phone' };
export const BOTH = { tag: '@both' };

/** What the browser's console may say of a page without scripts although all is well: they would use it. */
const UNUSED = /was preloaded using link preload but not used/;

/** Until the page that was loaded has come alive, which it does after it is shown. */
async function comesAlive(page: Page): Promise<void> {
  // What the boot script waits with is gone by then. The mark `alive` would be hidden by a clock that stands still.
  const isAlive = () =>
    page.evaluate(() => !document.querySelector('script[type=later]') || !('alive' in window));
  await expect.poll(isAlive, { timeout: 15_000, intervals: [50] }).toBe(true);
}

/**
 * The test of every journey: it fails on any message in the browser's console, which is where a
 * hydration mismatch, a violated content security policy and a lost file show.
 */
export const test = base.extend<{ allowConsole: RegExp[] }>({
  allowConsole: [[], { option: true }],
  page: async ({ page, allowConsole, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    if (javaScriptEnabled !== false)
      page.goto = async (...asked) => {
        const answer = await goto(...asked);
        if (asked[1]?.waitUntil !== 'commit')
          await comesAlive(page).catch((error) => {
            // One that takes something from the page may have taken a script.
            if (allowConsole.length === 0) throw error;
          });
        return answer;
      };
    const messages: string[] = [];
    page.on('console', (message) => {
      // What was lost says in its place which file it is.
      if (message.type() === 'error' || message.type() === 'warning')
        messages.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    await use(page);
    const allowed = javaScriptEnabled === false ? [UNUSED, ...allowConsole] : allowConsole;
    expect(messages.filter((message) => !allowed.some((pattern) => pattern.test(message)))).toEqual([]);
  },
});

export { expect };
