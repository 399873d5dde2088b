import { z } from 'zod';
import { refusedAs } from '../refusal.ts';
import { httpUrlSchema, languageSchema, trimmedText, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import { isMailbox } from './mailbox.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
/** A link in a verification mail works this long, in milliseconds (specification, section 9). */
export const VERIFICATION_LIFETIME = DAY;
export const RESET_LIFETIME = HOUR;
export const LOGIN_LINK_LIFETIME = 15 * MINUTE;
/** An unverified account is removed after so long, in milliseconds. */
export const UNVERIFIED_LIFETIME = 7 * DAY;

/** Longest address SMTP carries (RFC 5321, 4.5.3.1.3). */
const EMAIL_MAX = 254;

/** One e-mail address, trimmed. Strictly a single string: no list, no display name. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, 'Is required')
  .max(EMAIL_MAX)
  .refine(isStorable, unstorable)
  .refine(isMailbox, refusedAs('invalid_email'));

/** A password as typed: never trimmed. What makes it too common is judged where the list is. */
export const newPasswordSchema = z
  .string()
  .min(PASSWORD_MIN, `Must have at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Must have at most ${PASSWORD_MAX} characters`);

/** A password to be compared; anything longer than a password can be is just wrong. */
export const givenPasswordSchema = z.string().min(1, 'Is required').max(4096);

const profileText = (max: number) =>
  trimmedText(0, max)
    .nullish()
    .transform((text) => text || null);

export const NEWSLETTER_CATEGORIES_MAX = 20;
export const SOCIAL_URLS_MAX = 10;

/** Account fields that the owner may set. */
export const profileFields = {
  nickname: profileText(60),
  first_name: profileText(60),
  last_name: profileText(60),
  job_title: profileText(120),
  job_category: profileText(120),
  organization: profileText(120),
  phone_number: profileText(40),
  country: profileText(80),
  language: languageSchema,
  website_url: z
    .union([httpUrlSchema, z.literal('')])
    .nullish()
    .transform((url) => url || null),
  social_urls: z.array(httpUrlSchema).max(SOCIAL_URLS_MAX),
  newsletter_subscribed: z.boolean(),
  newsletter_categories: z.array(trimmedText(1, 60)).max(NEWSLETTER_CATEGORIES_MAX),
};

/** The fields of a profile as they are changed: each may be absent. */
export const profileChangeFields = z.object(profileFields).partial().shape;

/** An absent field must stay absent: a transform would make it null and erase what is stored. */
export function onlyGiven<T extends object>(changes: T): T {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T;
}

/** A profile as it is changed: absent fields stay. */
export const profileChangesSchema = z.object(profileChangeFields).transform(onlyGiven);
