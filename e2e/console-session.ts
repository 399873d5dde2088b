import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** As playwright.config.ts gives it to the server. */
export const ADMIN_PASSWORD = 'seven small giants';

/** Signs an administrator in by the API, before the page is opened. Returns the headers for calls of one's own. */
export async function signIn(page: Page): Promise<{ authorization: string }> {
  const response = await page.request.post('/api/admin/login', {
    data: { username: 'admin', password: ADMIN_PASSWORD },
  });
  expect(response.ok()).toBe(true);
  const { sessionToken } = (await response.json()) as { sessionToken: string };
  await page.addInitScript((token) => localStorage.setItem('adminToken', token), sessionToken);
  return { authorization: `Bearer ${sessionToken}` };
}
