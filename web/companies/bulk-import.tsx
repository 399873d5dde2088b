import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { findCompanyRows, searchAdminCompanies } from '../../core/companies/admin-calls.ts';
import { bulkCreate } from '../../core/import-export/calls.ts';
import { listErrors } from '../../core/import-export/rules.ts';
import { LANGUAGE_NAMES, type Language } from '../../core/languages.ts';
import { CallError, send } from '../api.ts';
import { callKey } from '../console/api.ts';
import { importErrorText } from '../import-export/import-error-text.ts';
import { problemText } from '../problem-text.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/input.tsx';
import { useToast } from '../ui/toast.tsx';

const EXAMPLE = `[
  {
    "name": "Acme",
    "description": "...",
    "category": "indie-hackers",
    "founder": "Jo Doe",
    "revenue": "$1M",
    "employees": 1,
    "founded": 2020,
    "website": "https://acme.example",
    "story": "...",
    "highlights": ["..."]
  }
]`;

type Companies = Extract<NonNullable<Parameters<typeof send<typeof bulkCreate>>[1]['body']>, unknown[]>;

/** The companies of a pasted text: an array, or an object that has one. @throws SyntaxError */
function readCompanies(text: string): Companies {
  const data: unknown = JSON.parse(text);
  const companies = Array.isArray(data) ? data : (data as { companies?: unknown } | null)?.companies;
  if (!Array.isArray(companies)) throw new SyntaxError('There are no companies.');
  return companies as Companies;
}

/** Many companies at once, pasted as JSON. */
export function BulkImport({
  language,
  text,
  onChange,
}: {
  /** Of companies that do not say theirs. */
  language: Language;
  text: string;
  onChange(text: string): void;
}) {
  const { t } = useTranslation(['add', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const run = useMutation({
    mutationFn: async () =>
      send(bulkCreate, { query: { language }, body: { companies: readCompanies(text) } }),
    onSuccess: ({ successful, failed }) => {
      if (successful > 0) {
        void client.invalidateQueries({ queryKey: callKey(findCompanyRows) });
        void client.invalidateQueries({ queryKey: callKey(searchAdminCompanies) });
      }
      if (failed > 0 || successful === 0) return;
      onChange('');
      toast({ type: 'success', title: t('add:bulk.done', { count: successful }) });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!run.isPending) run.mutate();
  }

  const isUnreadable =
    run.error instanceof SyntaxError ||
    (run.error instanceof CallError && ['invalid_json', 'validation_failed'].includes(run.error.code ?? ''));
  const failure =
    run.error && (isUnreadable ? t('add:bulk.unreadable') : problemText(t, run.error, t('add:bulk.failed')));

  return (
    <form onSubmit={submit} className="mt-2">
      <p className="max-w-2xl text-soft">{t('add:bulk.text', { language: LANGUAGE_NAMES[language] })}</p>
      <TextArea
        className="mt-5"
        label={t('add:bulk.label')}
        isCode
        rows={12}
        placeholder={EXAMPLE}
        value={text}
        problem={failure || undefined}
        onChange={(value) => {
          onChange(value);
          if (run.error) run.reset();
        }}
      />
      <div role="alert" className="sr-only">
        {failure}
      </div>
      <div className="mt-4 flex flex-wrap items-start gap-4">
        <Button type="submit" disabled={text.trim() === ''} busy={run.isPending}>
          {run.isPending ? t('add:bulk.running') : t('add:bulk.run')}
        </Button>
        <div role="status" className="min-w-0 flex-1 basis-72 text-sm">
          {run.data ? (
            <>
              <p className="py-2.5 font-medium">
                {t('add:bulk.result', { successful: run.data.successful, failed: run.data.failed })}
              </p>
              {run.data.errors.length > 0 ? (
                <ul className="list-disc space-y-0.5 pl-5 text-danger">
                  {listErrors(run.data.errors).map((error) => (
                    <li key={error} className="break-words">
                      {importErrorText(t, error)}
                    </li>
                  ))}
                </ul>
              ) : null}
            </>
          ) : null}
        </div>
      </div>
    </form>
  );
}
