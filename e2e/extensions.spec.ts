import type { Page } from '@playwright/test';
import { expect, PHONE, test, WIDE } from './journey.ts';

/** What extensions were seen to put into pages, each before the page's own scripts run. */
const EXTENSIONS = {
  'attributes on the root elements': () => {
    document.documentElement.setAttribute('data-lt-installed', 'true');
    document.documentElement.className = 'dark-reader';
    document.documentElement.style.setProperty('--extension', '1px');
    document.body.setAttribute('data-gr-ext-installed', '');
    document.body.setAttribute('data-new-gr-c-s-check-loaded', '14.1');
    document.body.setAttribute('cz-shortcut-listen', 'true');
    document.body.className = 'vsc-initialized';
  },
  'an element at the beginning of the body': () => {
    const bar = document.createElement('div');
    bar.id = 'extension-bar';
    document.body.prepend(bar);
  },
  'an element and a text at the end of the body': () => {
    document.body.append(document.createElement('grammarly-desktop-integration'), ' ');
  },
  'a script, a text and a comment at the beginning of the body': () => {
    const script = document.createElement('script');
    script.type = 'application/extension';
    document.body.prepend(document.createComment('extension'), ' ', script, document.createElement('style'));
  },
  'an element in the middle of the body': () => {
    document.body.firstElementChild?.after(document.createElement('iframe'));
  },
  'a style and a script at the beginning of the head': () => {
    const style = document.createElement('style');
    style.textContent = '.extension { color: red }';
    const script = document.createElement('script');
    script.type = 'application/extension';
    document.head.prepend(style, script);
  },
  'a style and a link at the end of the head': () => {
    const link = document.createElement('link');
    link.rel = 'extension';
    link.href = 'data:,';
    document.head.append(document.createElement('style'), link, document.createComment('extension'));
  },
  'an element beside the body': () => {
    document.documentElement.append(document.createElement('div'));
    document.documentElement.insertBefore(document.createElement('extension-root'), document.body);
  },
  'nodes in each place at once': () => {
    const put = () => document.createElement('div');
    document.documentElement.prepend(put());
    document.head.prepend(put());
    document.head.append(put());
    document.body.prepend(put(), put());
    document.body.append(put());
    document.documentElement.append(put());
    document.body.setAttribute('data-gr-ext-installed', '');
  },
};

// An extension's own styles need no permission of the page.
test.use({ bypassCSP: true });

/** Puts it in when the document is parsed, and marks what the server wrote. */
const extend = (page: Page, extension: () => void) =>
  page.addInitScript(`document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    for (const element of document.querySelectorAll('header, main, h1, footer, main a')) element.ofServer = true;
    window.written = document.querySelectorAll('header, main, h1, footer').length;
    (${extension})();
  }, { once: true })`);

for (const [name, extension] of Object.entries(EXTENSIONS))
  for (const path of ['/en/no-seed', '/ko'])
    test(`${name} costs no redraw of ${path}`, path === '/ko' ? PHONE : WIDE, async ({ page, isMobile }) => {
      await extend(page, extension);
      await page.goto(path);
      const kept = await page.evaluate(
        () =>
          [...document.querySelectorAll('header, main, h1, footer')].filter(
            (element) => 'ofServer' in element,
          ).length,
      );
      expect(kept).toBe(await page.evaluate(() => (window as unknown as { written: number }).written));
      expect(kept).toBeGreaterThan(3);
      await page.locator('main a[href*="company="]').first().click();
      await expect(page.locator('.panel')).toBeVisible();
      await expect(page.locator('#panel-title')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('.panel')).toBeHidden();
      // On to another page, whose head and body React writes.
      if (isMobile) await page.locator('button[popovertarget=main-menu]').click();
      await page.getByRole('banner').locator('a[href$="/small-teams"]').filter({ visible: true }).click();
      await expect(page).toHaveURL(/small-teams$/);
      await expect(page.locator('h1')).toBeFocused();
      await expect(page).toHaveTitle(/Small Teams|작은 팀|소규모/);
    });
