import { z } from 'zod';
import { CATEGORIES, COMPANY_CATEGORIES } from './categories.ts';
import { LANGUAGES } from './languages.ts';
import { isHttpUrl, isStorable } from './text.ts';

/** The schemas that several features share. The public pages never load this file: Zod stays on the server. */

export const language = z.enum(LANGUAGES, {
  error: `Must be one of ${LANGUAGES.join(', ')}`,
});

export const companyCategory = z.enum(COMPANY_CATEGORIES, {
  error: `Must be one of ${COMPANY_CATEGORIES.join(', ')}`,
});
export const category = z.enum(CATEGORIES, { error: `Must be one of ${CATEGORIES.join(', ')}` });

const unstorable = 'Must not contain NUL characters or broken Unicode';

/** A trimmed text of `min` to `max` characters (code points, as a person counts them). */
export function trimmedText(min: number, max: number): z.ZodType<string, string> {
  return z
    .string()
    .max(max * 2 + 64)
    .trim()
    .min(min, min === 1 ? 'Must not be empty' : undefined)
    .refine((text) => [...text].length <= max, `Must be at most ${max} characters`)
    .refine(isStorable, unstorable);
}

/** An http(s) address of at most 2,048 characters. */
export const httpUrl = z
  .string()
  .trim()
  .max(2048)
  .refine(isHttpUrl, 'Must be an http or https address')
  .refine(isStorable, unstorable);
