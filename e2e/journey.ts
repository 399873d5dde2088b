import { test as base, expect, type Page } from '@playwright/test';

/*
 * At which sizes a journey goes: what every journey says beside its name. On both costs twice, so it is for
 * what a narrow screen lays out in another way, or what a finger does: a menu instead of a bar, rows that
 * become cards, a panel that covers the list. What a server answers is the same on every screen.
 */
export const WIDE = { tag: '@wide' };
export const PHONE = { tag: '@phone' };
export const BOTH = { tag: '@both' };

/** The size of a journey that goes in several languages: each of them at one size, so that both sizes are among them. */
export const sizeFor = (language: string) => (language === 'en' || language === 'zh' ? WIDE : PHONE);

/**
 * What the browser's console may say although all is well: that the texts are not used a few seconds after the
 * load, where there are no scripts, or where the machine has much to do. That they are used: weight.spec.ts.
 */
const ALLOWED = [/texts[-/]\S+ was preloaded using link preload but not used/];

/** Addresses of servers that the journey has ended. A page that is open then may still send something, such as its visit. */
export const endedServers = new Set<string>();

const isOfEndedServer = (message: string) =>
  /ERR_CONNECTION_(REFUSED|RESET)/.test(message) && [...endedServers].some((url) => message.includes(url));

/** Until the page that was loaded is hydrated, which it is after it is shown. */
async function comesAlive(page: Page): Promise<void> {
  // The mark `hydrated` would be hidden by a clock that a test has stopped.
  const isAlive = () =>
    page.evaluate(() => !document.querySelector('script[type=deferred]') || !('replayClick' in window));
  await expect.poll(isAlive, { timeout: 15_000, intervals: [50] }).toBe(true);
}

/**
 * The test of every journey: it fails on any message in the browser's console, which is where a
 * hydration mismatch, a violated content security policy and a lost file show.
 */
export const test = base.extend<{ allowConsole: RegExp[] }>({
  allowConsole: [[], { option: true }],
  page: async ({ page, allowConsole, javaScriptEnabled }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const whenAlive = async <T>(answer: T, waitUntil?: string) => {
      if (waitUntil !== 'commit')
        await comesAlive(page).catch((error) => {
          // One that takes something from the page may have taken a script.
          if (allowConsole.length === 0) throw error;
        });
      return answer;
    };
    if (javaScriptEnabled !== false) {
      page.goto = async (url, options) => whenAlive(await goto(url, options), options?.waitUntil);
      page.reload = async (options) => whenAlive(await reload(options), options?.waitUntil);
    }
    endedServers.clear();
    const messages: string[] = [];
    page.on('console', (message) => {
      // What was lost says in its place which file it is.
      if (message.type() === 'error' || message.type() === 'warning')
        messages.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    await use(page);
    const allowed = [...ALLOWED, ...allowConsole];
    const isAllowed = (message: string) =>
      isOfEndedServer(message) || allowed.some((pattern) => pattern.test(message));
    expect(messages.filter((message) => !isAllowed(message))).toEqual([]);
  },
});

export { expect };
