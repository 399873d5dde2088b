import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createCompany, searchAdminCompanies } from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { bodyOf, type NewCompanyDraft, newCompanyProblems } from './new-company.ts';

/**
 * Saves a new company, or lists what keeps the draft from being saved. Problems are looked for from the
 * first refused save on. Needs the texts of `add`.
 */
export function useNewCompanySave(draft: NewCompanyDraft, language: Language, onSaved: () => void) {
  const { t } = useTranslation('add');
  const { year } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const [refusals, setRefusals] = useState(0);
  const problems = refusals > 0 ? newCompanyProblems(draft, year) : [];

  const save = useMutation({
    mutationFn: () => callFromBrowser(createCompany, { body: bodyOf(draft, language) }),
    onSuccess: (company) => {
      onSaved();
      setRefusals(0);
      void refreshRows(client);
      void client.invalidateQueries({ queryKey: callKey(searchAdminCompanies) });
      toast({
        type: 'success',
        title: t('add:saved', { name: company.name }),
        duration: UNDO_TIME,
        link: { label: t('add:view'), href: paths.company(company.id) },
      });
    },
    onError: () => toast({ type: 'error', title: t('add:saveFailed'), message: t('add:failed') }),
  });

  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    if (newCompanyProblems(draft, year).length > 0) {
      save.reset();
      setRefusals(refusals + 1);
    } else save.mutate();
  }

  function reset() {
    setRefusals(0);
    save.reset();
  }

  return {
    save,
    problems,
    /** Ref of the element with the problems: a refused save moves the focus to it. */
    summary,
    submit,
    /** For a form that begins anew. */
    reset,
  };
}
