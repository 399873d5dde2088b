import { useMutation } from '@tanstack/react-query';
import { aiSearchCompany, type WebSource } from '../../../core/ai/calls.ts';
import { ownUpdateFields, SEARCH_FIELDS } from '../../../core/companies/fields.ts';
import { flatValues, type OwnName } from '../../../core/companies/own-fields.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { SearchIcon } from '../../shared/ui/icons.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { AiReason } from '../ai/ai-reason.tsx';
import { fieldLabel, valueText } from '../fields/field-value.tsx';
import { bodyOf, type FoundData, type FoundField, type NewCompanyDraft } from './new-company.ts';

/**
 * Looks a company up on the web; every value that is found waits in the draft to be accepted. Stands
 * under a key of its draft's own: an answer that comes after the draft is gone belongs nowhere.
 */
export function AiSearch({
  draft,
  language,
  onNameMissing,
  onFound,
  onAccept,
}: {
  draft: NewCompanyDraft;
  language: Language;
  onNameMissing(): void;
  /** With null where the panel is closed. */
  onFound(found: NewCompanyDraft['found']): void;
  onAccept(fields: readonly FoundField[]): void;
}) {
  const { t } = useTranslation(['add', 'problems', 'common']);
  const toast = useToast();
  const search = useMutation({
    mutationFn: ({ name, founder }: { name: string; founder: string }) =>
      callFromBrowser(aiSearchCompany, {
        body: { name, ...(founder ? { founder } : {}), provider: 'claude', language },
      }),
  });

  function start() {
    const name = draft.name.trim();
    if (name) {
      onFound(null);
      search.mutate(
        { name, founder: draft.founder.trim() },
        {
          onSuccess: (answer) => {
            if (answer.fieldsFound.length > 0)
              onFound({ asked: name, answer: { ...answer, data: flatValues(answer.data) } });
            else toast({ type: 'info', title: t('add:ai.nothing'), message: t('add:ai.nothingText') });
          },
          onError: (error) =>
            toast({
              type: 'error',
              title: t('add:ai.failed'),
              message: problemText(t, error, t('add:ai.failedText')),
            }),
        },
      );
    } else {
      toast({ type: 'warning', title: t('add:ai.nameRequired'), message: t('add:ai.nameRequiredText') });
      onNameMissing();
    }
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={search.isPending} onClick={start}>
          <SearchIcon />
          {search.isPending ? t('add:ai.searching') : t('add:ai.search')}
        </Button>
        {search.error ? (
          <AiReason error={search.error} />
        ) : (
          <p className="text-soft text-sm">{t('add:ai.hint')}</p>
        )}
      </div>
      {draft.found ? (
        <FoundFields
          name={draft.found.asked}
          found={draft.found.answer.data}
          sources={draft.found.answer.sources}
          draft={draft}
          language={language}
          onAccept={onAccept}
          onClose={() => onFound(null)}
        />
      ) : null}
    </>
  );
}

function FoundFields({
  name,
  found,
  sources,
  draft,
  language,
  onAccept,
  onClose,
}: {
  /** The name that was looked for. */
  name: string;
  found: FoundData;
  sources: WebSource[];
  draft: NewCompanyDraft;
  language: Language;
  onAccept(fields: readonly FoundField[]): void;
  onClose(): void;
}) {
  const { t } = useTranslation(['add', 'edit', 'categories', 'companies', 'common']);
  const { language: shown } = useRoot();
  const current = flatValues(bodyOf(draft, language));
  const asked = [...SEARCH_FIELDS, ...(Object.keys(ownUpdateFields()) as OwnName[])];
  const fields = asked
    .filter((field) => found[field] !== undefined)
    .map((field) => ({
      field,
      text: valueText(t, field, found[field], shown),
      before: valueText(t, field, current[field], shown),
    }));
  const open = fields.filter(({ text, before }) => text !== before);
  return (
    <section aria-labelledby="found" className="rounded-xl border border-line bg-raised p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="found" className="text-lg">
          {t('add:ai.found', { name })}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button disabled={open.length === 0} onClick={() => onAccept(open.map(({ field }) => field))}>
            {t('add:ai.acceptAll')}
          </Button>
          <Button onClick={onClose}>{t('common:close')}</Button>
        </div>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {fields.map(({ field, text, before }) => {
          const label = fieldLabel(t, field, null, shown);
          return (
            <li key={field} className="flex items-start justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-medium text-sm">{label}</p>
                <p className="whitespace-pre-line break-words" lang={language}>
                  {text}
                </p>
                {before && before !== text ? (
                  <p className="break-words text-soft text-sm">{t('add:ai.instead', { value: before })}</p>
                ) : null}
              </div>
              {text === before ? (
                <span className="flex min-h-11 shrink-0 items-center text-soft text-sm">
                  {t('add:ai.accepted')}
                </span>
              ) : (
                <Button
                  className="shrink-0"
                  aria-label={t('add:ai.acceptNamed', { field: label })}
                  onClick={() => onAccept([field])}
                >
                  {t('add:ai.accept')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sources.length > 0 ? (
        <>
          <h3 className="mt-3 font-medium text-sm">{t('edit:fields.sources')}</h3>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {sources.map(({ url, title }) => (
              <li key={url} className="break-words">
                <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
                  {title || url}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
