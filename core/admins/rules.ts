import { z } from 'zod';
import { unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { HOUR, MINUTE } from '../time.ts';

/** An administrator's password (specification, section 5); what makes it too common is judged where the list is. */
export const ADMIN_PASSWORD_MIN = 6;
export const ADMIN_PASSWORD_MAX = 200;
/** How often the console checks its session, in milliseconds (specification, section 9). */
export const SESSION_CHECK_EVERY = MINUTE;

/** For how long a confirmed identity counts, in milliseconds. */
export const FRESH_FOR = 10 * MINUTE;
/** How long the link of an invitation works, in milliseconds. */
export const INVITATION_LIFETIME = 7 * 24 * HOUR;

export const usernameSchema = z
  .string()
  .trim()
  .min(1, 'Username is required')
  .max(80)
  .refine(isStorable, unstorable);

/** The form in which user names are compared: without case. */
export function usernameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

export const newAdminPasswordSchema = z
  .string()
  .min(ADMIN_PASSWORD_MIN, `New password must be at least ${ADMIN_PASSWORD_MIN} characters long`)
  .max(ADMIN_PASSWORD_MAX);

/** When a session that began at `createdAt` ends. @param timeout the setting `sessionTimeout`, in hours */
export function sessionEnd(createdAt: string, timeout: number): Date {
  return new Date(Date.parse(createdAt) + timeout * HOUR);
}

/** Until when an identity confirmed at `provedAt` need not be confirmed again. */
export function freshUntil(provedAt: string): Date {
  return new Date(Date.parse(provedAt) + FRESH_FOR);
}

/** A time in milliseconds, for the console's header; never negative. */
export function remainingTime(left: number): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.floor(left / MINUTE));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

export interface PasswordChange {
  current: string;
  next: string;
  confirmation: string;
}
export type PasswordProblem =
  | 'currentRequired'
  | 'newRequired'
  | 'newTooShort'
  | 'confirmationDiffers'
  | 'newIsCurrent';

/** The first thing wrong with a change of password, in the order of the specification's section 5. */
export function passwordProblem({ current, next, confirmation }: PasswordChange): PasswordProblem | null {
  if (!current) return 'currentRequired';
  if (!next) return 'newRequired';
  if (next.length < ADMIN_PASSWORD_MIN) return 'newTooShort';
  if (next !== confirmation) return 'confirmationDiffers';
  if (next === current) return 'newIsCurrent';
  return null;
}
