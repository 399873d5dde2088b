import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { searchAdminCompanies } from '../../../core/companies/admin-calls.ts';
import { LANGUAGE_NAMES, offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select, TextInput } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useCall } from '../shared/api.ts';
import { choice, type ListState, searchWords, useListState } from '../shared/list-state.ts';
import { Empty } from '../shared/query-table.tsx';
import { NotLoaded } from '../shared/section.tsx';
import { CompanyCard } from './company-card.tsx';

/** Maximum number of results: limited because each company is loaded with its texts in all languages. */
const RESULTS_SHOWN = 50;

const SEARCH_LIST = { q: searchWords, lang: choice(offeredLanguages, usualLanguage) };

type SearchState = ListState<typeof SEARCH_LIST>;

/** Finds companies and updates them one by one, by hand, as JSON or with AI. */
export function SearchTab({ unsaved, onUnsaved }: { unsaved: boolean; onUnsaved(unsaved: boolean): void }) {
  const { t } = useTranslation(['transfer', 'edit', 'problems', 'common']);
  const toast = useToast();
  const {
    state: { q, lang },
    change,
  } = useListState(SEARCH_LIST);
  const [typed, setTyped] = useState(q);
  const [waiting, setWaiting] = useState<SearchState | null>(null);
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const found = useCall(
    searchAdminCompanies,
    { query: { q, language: lang, limit: RESULTS_SHOWN } },
    { enabled: q !== '' },
  );
  const { error } = found;

  useEffect(() => {
    if (error)
      toast({
        type: 'error',
        title: t('transfer:search.failed'),
        message: problemText(t, error, ''),
      });
  }, [error, toast, t]);

  const isEdited = edited.size > 0;
  useEffect(() => onUnsaved(isEdited), [isEdited, onUnsaved]);

  const noteEdited = useCallback(
    (id: string, isUnsaved: boolean) =>
      setEdited((current) => {
        if (current.has(id) === isUnsaved) return current;
        const next = new Set(current);
        if (isUnsaved) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );

  /** A new search discards the companies with their unsaved changes. */
  function search(next: SearchState) {
    if (next.q === q && next.lang === lang) void found.refetch();
    else if (unsaved) setWaiting(next);
    else change(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    search({ q: typed.trim().slice(0, SEARCH_MAX), lang });
  }

  return (
    <>
      <search>
        <form
          method="post"
          onSubmit={submit}
          className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_auto]"
        >
          <TextInput
            type="search"
            label={t('transfer:search.label')}
            placeholder={t('transfer:search.placeholder')}
            value={typed}
            onChange={setTyped}
          />
          <Select
            label={t('edit:language')}
            value={lang}
            onChange={(next) => search({ q, lang: next })}
            options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
          <Button type="submit" look="primary" busy={found.isFetching}>
            {t('edit:search')}
          </Button>
        </form>
      </search>
      <p aria-live="polite" className="number mt-6 mb-3 text-soft text-sm">
        {q && found.data
          ? found.data.length < RESULTS_SHOWN
            ? t('edit:count', { count: found.data.length })
            : t('transfer:search.first', { count: RESULTS_SHOWN })
          : ''}
      </p>
      {q === '' ? (
        <Empty text={t('transfer:search.start')} />
      ) : !found.data ? (
        <NotLoaded query={found} failed={t('transfer:search.failed')} />
      ) : found.data.length === 0 ? (
        <Empty text={t('transfer:search.nothing', { q })} />
      ) : (
        <ul className="space-y-4" aria-label={t('transfer:search.results')}>
          {found.data.map((company) => (
            <li key={company.id}>
              <CompanyCard company={company} dataLanguage={lang} onUnsaved={noteEdited} />
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={waiting !== null}
        type="warning"
        title={t('edit:leave.title')}
        message={t('edit:leave.text')}
        confirmLabel={t('edit:leave.discard')}
        cancelLabel={t('edit:leave.stay')}
        onConfirm={() => {
          if (waiting) change(waiting);
          setWaiting(null);
        }}
        onCancel={() => setWaiting(null)}
      />
    </>
  );
}
