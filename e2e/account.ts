import type { APIRequestContext } from '@playwright/test';
import { expect } from './journey.ts';
import { mailedLink } from './mail.ts';

export const PASSWORD = 'a quiet harbour';

let made = 0;
export const newAddress = () => `visitor.${process.pid}.${Date.now()}.${made++}@example.com`;

/** Returns the address of a new account. */
export async function register(request: APIRequestContext, fields: object = {}): Promise<string> {
  const email = newAddress();
  const answer = await request.post('/api/auth/register', { data: { email, password: PASSWORD, ...fields } });
  expect(answer.status()).toBe(201);
  return email;
}

/** A session of a new account whose address is verified. */
export async function newSession(
  request: APIRequestContext,
  fields: object = {},
): Promise<{ email: string; token: string }> {
  const email = await register(request, fields);
  const link = await mailedLink(email, 'verify-email');
  expect((await request.get(`/api/auth/${link.slice(1)}`)).ok()).toBe(true);
  const answer = await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  const { token } = (await answer.json()) as { token: string };
  return { email, token };
}
