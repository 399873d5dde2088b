import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type CompanyDraft, draftProblems } from './company-draft.ts';
import type { SaveTarget } from './save-bar.tsx';

/**
 * A form over a company's draft, in tabs by language: a save that is refused shows what is wrong from
 * then on, opens the first language that has some of it, and goes to the first field. Needs the texts of
 * `edit`.
 */
export function useDraftForm({
  company,
  draft,
  language,
  onLanguage,
  failure,
  busy,
  onSave,
}: {
  company: AdminCompany;
  draft: CompanyDraft;
  /** The open tab. */
  language: Language;
  onLanguage(language: Language): void;
  /** What the last save failed with. */
  failure: string | null;
  busy: boolean;
  /**
   * Called with a draft that may be saved.
   * @param target absent for the form's usual save
   * @param then what follows the save, where it is not the usual
   */
  onSave(target?: SaveTarget, then?: () => void): void;
}) {
  const { t } = useTranslation('edit');
  const ref = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const problems = refusals > 0 ? draftProblems(company, draft) : [];

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function submit(target?: SaveTarget, then?: () => void) {
    if (busy) return;
    const found = draftProblems(company, draft);
    const [first] = found;
    if (!first) {
      onSave(target, then);
      return;
    }
    const here = found.some((problem) => problem.language === language);
    if (!here && first.language) onLanguage(first.language);
    setRefusals(refusals + 1);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  const alert = problems.some(({ kind }) => kind === 'required')
    ? t('requiredFields')
    : problems.length > 0
      ? t('checkFields')
      : failure;
  return { form: { ref, onSubmit, noValidate: true }, submit, problems, alert };
}
