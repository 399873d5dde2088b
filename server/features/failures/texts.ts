import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FAILURE_KINDS, type FailureKind } from '../../../core/failures/rules.ts';
import type { Language } from '../../../core/languages.ts';

const schema = z.object({ failures: z.looseRecord(z.enum(FAILURE_KINDS), z.string()) });

/** The dashboard's sentence for a failure. */
export function failureMailText(kind: FailureKind, language: Language): string {
  const file = new URL(`../../../web/i18n/locales/${language}/on-demand/console.json`, import.meta.url);
  return schema.parse(JSON.parse(readFileSync(file, 'utf8'))).failures[kind];
}
