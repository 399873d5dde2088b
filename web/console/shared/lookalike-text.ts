import type { DuplicateReason } from '../../../core/companies/duplicate-reasons.ts';
import type { Language } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import type { Translate } from '../../i18n/translate.ts';

/** What two companies have in common. Needs the texts of `edit`. */
export const whyText = (
  t: Translate<'edit'>,
  reasons: readonly DuplicateReason[],
  language: Language,
): string =>
  formatList(
    reasons.map((reason) => t(`edit:duplicates.why.${reason}`)),
    language,
  );
