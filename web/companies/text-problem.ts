import {
  DESCRIPTION_MAX,
  FOUNDER_MAX,
  HIGHLIGHT_MAX,
  NAME_MAX,
  STORY_MAX,
} from '../../core/companies/fields.ts';
import { refusal } from '../../core/refusal.ts';
import type { Translate } from '../i18n/translate.ts';
import { refusalText } from '../refusal-text.ts';
import type { DraftProblem, TextField } from './company-draft.ts';

/** Most characters of each field of a text. */
const TEXT_MAX: Record<TextField, number> = {
  name: NAME_MAX,
  founder: FOUNDER_MAX,
  description: DESCRIPTION_MAX,
  story: STORY_MAX,
  highlights: HIGHLIGHT_MAX,
};

/** What is wrong with a field of a text, in words. Needs the texts of `refusals`. */
export function textProblem(
  t: Translate<'refusals'>,
  problems: readonly DraftProblem[],
  field: TextField,
): string | undefined {
  const kind = problems.find((one) => one.field === field)?.kind;
  if (!kind) return undefined;
  return refusalText(
    t,
    kind === 'required' ? refusal('required') : refusal('too_long', { max: TEXT_MAX[field] }),
  );
}
