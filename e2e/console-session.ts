import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Role } from '../core/admins/roles.ts';
import { expect } from './journey.ts';
import { mailedLink } from './mail.ts';

/** As playwright.config.ts gives it to the server. */
export const ADMIN_PASSWORD = 'seven small giants';
/** Of every administrator that a journey makes. */
export const OTHER_PASSWORD = 'nine quiet giants';

type Authorization = { authorization: string };

async function logIn(page: Page): Promise<string> {
  const response = await page.request.post('/api/admin/login', {
    data: { username: 'admin', password: ADMIN_PASSWORD },
  });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { sessionToken: string }).sessionToken;
}

/** Signs an administrator in by the API, before the page is opened. Returns the headers for calls of one's own. */
export async function signIn(page: Page): Promise<Authorization> {
  const sessionToken = await logIn(page);
  await page.addInitScript((token) => localStorage.setItem('adminToken', token), sessionToken);
  return { authorization: `Bearer ${sessionToken}` };
}

/** Invites somebody by the API. */
export async function invite(
  page: Page,
  headers: Authorization,
  email: string,
  role: Role,
): Promise<{ id: string }> {
  const response = await page.request.post('/api/admin/invitations', {
    headers,
    data: { email, role, language: 'en' },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as { id: string };
}

/**
 * Makes an administrator of a role and signs them in on a page before it is opened. Returns the username.
 * @param by the page whose window makes the calls, where another one is to stay without traces
 */
export async function signInAs(page: Page, role: Role, by = page): Promise<string> {
  const username = `${role}-${Math.random().toString(36).slice(2, 10)}`;
  const email = `${username}@example.com`;
  await invite(by, { authorization: `Bearer ${await logIn(by)}` }, email, role);
  const token = (await mailedLink(email, 'admin/invitation')).split('token=')[1];
  const response = await by.request.post('/api/admin/invitation/accept', {
    data: { token, username, password: OTHER_PASSWORD },
  });
  expect(response.ok()).toBe(true);
  const { sessionToken } = (await response.json()) as { sessionToken: string };
  await page.addInitScript((own) => {
    // Only once: a journey may sign out.
    if (sessionStorage.getItem('signed-in')) return;
    sessionStorage.setItem('signed-in', 'yes');
    localStorage.setItem('adminToken', own);
  }, sessionToken);
  return username;
}

/** Lets the proof of who is at a session be eleven minutes old. */
export function ageProof({ authorization }: Authorization): void {
  const token = authorization.replace('Bearer ', '');
  const db = new DatabaseSync(join(process.env['E2E_VAR_DIR'] ?? '', 'directory.db'), { timeout: 5000 });
  db.prepare('update admin_sessions set proved_at = ? where token_hash = ?').run(
    new Date(Date.now() - 11 * 60_000).toISOString(),
    createHash('sha256').update(token).digest('base64url'),
  );
  db.close();
}
