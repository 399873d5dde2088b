import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { DEFAULT_LANGUAGE, offeredLanguages } from '../../../core/languages.ts';
import { findTags, removeTag, renameTag, type TagRow, undoTagChange } from '../../../core/tags/calls.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { languageList } from '../../shared/console/format.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { problemFields } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Select, TextInput } from '../../shared/ui/input.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { callKey, isConflictError, useCountedCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { choice, pageNumber, pageSize, searchWords, useListState } from '../shared/list-state.ts';
import { QueryTable } from '../shared/query-table.tsx';
import { TagNamesForm } from './tag-names-form.tsx';

/** `tag` is what is searched for: the other tabs of the section have a search of their own. */
const TAG_LIST = {
  tag: searchWords,
  names: choice(['all', 'incomplete'], 'all'),
  page: pageNumber,
  size: pageSize,
};

/** The tags of the directory with their counts: renamed, made one, taken away, in all companies at once. */
export function TagsTab() {
  const { t } = useTranslation(['transfer', 'edit', 'problems', 'common']);
  const { state, change } = useListState(TAG_LIST);
  const list = useCountedCall(findTags, {
    query: {
      q: state.tag,
      ...(state.names === 'incomplete' ? { incomplete: 'true' } : {}),
      limit: state.size,
      offset: (state.page - 1) * state.size,
    },
  });
  const [naming, setNaming] = useState<TagRow | null>(null);
  const [renaming, setRenaming] = useState<TagRow | null>(null);
  const [removing, setRemoving] = useState<TagRow | null>(null);
  const heading = useRef<HTMLParagraphElement>(null);
  const reportChange = useTagChanges();
  const remove = useMutation({
    mutationFn: ({ tag }: TagRow) => callFromBrowser(removeTag, { params: { tag } }),
    onSuccess: async ({ change, companies }, { tag }) => {
      await reportChange.changed(t('transfer:tags.removed', { tag, count: companies }), change);
      setRemoving(null);
    },
  });
  const last = useRef<TagRow>(null);
  if (removing) last.current = removing;
  const isFiltered = state.tag !== '' || state.names !== 'all';
  return (
    <>
      <p className="max-w-2xl text-soft">{t('transfer:tags.text')}</p>
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <search className="min-w-0 max-w-md flex-1 basis-64">
          <SearchInput
            label={t('transfer:tags.search')}
            maxLength={SEARCH_MAX}
            value={state.tag}
            onChange={(tag) => change({ tag })}
          />
        </search>
        <Select
          label={t('transfer:tags.names')}
          value={state.names}
          onChange={(names) => change({ names })}
          options={(['all', 'incomplete'] as const).map((value) => ({
            value,
            label: t(`transfer:tags.namesFilter.${value}`),
          }))}
        />
      </div>
      <p
        ref={heading}
        tabIndex={-1}
        aria-live="polite"
        className="number mt-4 mb-3 text-soft text-sm outline-none"
      >
        {list.data ? t('transfer:tags.count', { count: list.data.total }) : ''}
      </p>
      <QueryTable
        query={list}
        state={state}
        onChange={change}
        failed={t('transfer:tags.failed')}
        empty={t(isFiltered ? 'transfer:tags.noMatch' : 'transfer:tags.empty')}
        onReset={isFiltered ? () => change({ tag: '', names: 'all' }) : undefined}
      >
        {(rows) => (
          <ul aria-label={t('transfer:tabs.tags')} className="divide-y divide-line border-line border-y">
            {rows.map((row) => (
              <li key={row.tag} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <TagText row={row} />
                <Button
                  aria-label={t('transfer:tags.nameNamed', { tag: row.tag })}
                  onClick={() => setNaming(row)}
                >
                  {t('transfer:tags.names')}
                </Button>
                <Button
                  aria-label={t('transfer:tags.renameNamed', { tag: row.tag })}
                  onClick={() => setRenaming(row)}
                >
                  {t('transfer:tags.rename')}
                </Button>
                <Button
                  className="text-danger"
                  aria-label={t('transfer:tags.removeNamed', { tag: row.tag })}
                  onClick={() => {
                    remove.reset();
                    setRemoving(row);
                  }}
                >
                  {t('transfer:tags.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryTable>
      <Dialog
        open={naming !== null}
        onClose={() => setNaming(null)}
        title={t('transfer:tags.namesTitle', { tag: naming?.tag ?? '' })}
        className="max-w-xl"
      >
        {naming ? <TagNamesForm row={naming} onDone={() => setNaming(null)} /> : null}
      </Dialog>
      <Dialog
        open={renaming !== null}
        onClose={() => setRenaming(null)}
        title={t('transfer:tags.renameTitle')}
        // The row may have gone with its name.
        finalFocus={() => heading.current}
      >
        {renaming ? <RenameForm row={renaming} onDone={() => setRenaming(null)} /> : null}
      </Dialog>
      <Confirm
        open={removing !== null}
        type="warning"
        title={t('transfer:tags.removeTitle')}
        message={t('transfer:tags.removeText', {
          tag: last.current?.tag ?? '',
          count: last.current?.companies ?? 0,
        })}
        confirmLabel={t('transfer:tags.remove')}
        cancelLabel={t('edit:cancel')}
        loading={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
        onCancel={() => setRemoving(null)}
        finalFocus={() => heading.current}
      >
        {remove.error ? (
          <p role="alert" className="text-danger text-sm">
            {problemText(t, remove.error, t('transfer:tags.changeFailed'))}
          </p>
        ) : null}
      </Confirm>
    </>
  );
}

function TagText({ row: { tag, companies, shown, names, outdated } }: { row: TagRow }) {
  const { t } = useTranslation('transfer');
  const { language } = useRoot();
  const hidden = companies - shown;
  const name = names[language] ?? names[DEFAULT_LANGUAGE];
  const missing = offeredLanguages().filter((one) => names[one] === undefined);
  return (
    <div className="wrap-anywhere min-w-0 flex-1 basis-full sm:basis-60">
      {shown > 0 ? (
        <a className="link font-medium" href={paths.tag(tag)} target="_blank" rel="noopener">
          #{tag}
        </a>
      ) : (
        <span className="font-medium">#{tag}</span>
      )}
      {name === undefined ? null : <span className="ml-2">{name}</span>}
      <span className="number block text-soft text-sm">
        {t('tags.companies', { count: companies, number: formatNumber(companies, language) })}
        {hidden > 0
          ? ` · ${t('tags.hidden', { count: hidden, number: formatNumber(hidden, language) })}`
          : ''}
        {missing.length > 0 ? ` · ${t('tags.missing', { languages: languageList(missing, language) })}` : ''}
        {outdated.length > 0
          ? ` · ${t('tags.outdated', { languages: languageList(outdated, language) })}`
          : ''}
      </span>
    </div>
  );
}

/** Tells what was done, with its undo, and has the lists loaded again. */
function useTagChanges() {
  const { t } = useTranslation(['transfer', 'edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: callKey(findTags) }), refreshRows(client)]);
  const undo = useMutation({
    mutationFn: (change: string) => callFromBrowser(undoTagChange, { params: { id: change } }),
    onSuccess: async ({ tag, companies }) => {
      await refresh();
      toast({ type: 'success', title: t('transfer:tags.undone', { tag, count: companies }) });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('edit:undoFailed'), message: problemText(t, error, '') }),
  });
  return {
    async changed(title: string, change: string) {
      await refresh();
      toast({
        type: 'success',
        title,
        duration: UNDO_TIME,
        action: { label: t('edit:undo'), run: () => undo.mutate(change) },
      });
    },
  };
}

function RenameForm({ row: { tag, companies }, onDone }: { row: TagRow; onDone(): void }) {
  const { t } = useTranslation(['transfer', 'edit', 'refusals', 'problems', 'common']);
  const reportChange = useTagChanges();
  const [name, setName] = useState(tag);
  const rename = useMutation({
    mutationFn: (merge: boolean) =>
      callFromBrowser(renameTag, { params: { tag }, body: { name, ...(merge ? { merge } : {}) } }),
    onSuccess: async (done) => {
      const title = done.merged
        ? t('transfer:tags.merged', { tag, into: done.tag })
        : t('transfer:tags.renamed', { tag, name: done.tag, count: done.companies });
      await reportChange.changed(title, done.change);
      onDone();
    },
  });
  const { error } = rename;
  const isTaken = isConflictError(error);
  const problem = problemFields(t, error)['name'];
  function submit(event: FormEvent) {
    event.preventDefault();
    if (rename.isPending) return;
    if (name.trim() === tag) onDone();
    else rename.mutate(isTaken);
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <p className="mb-4 text-soft">{t('transfer:tags.renameText', { tag, count: companies })}</p>
      <TextInput
        label={t('transfer:tags.name')}
        hint={t('transfer:tags.nameHint')}
        problem={isTaken ? undefined : problem}
        value={name}
        onChange={(next) => {
          setName(next);
          rename.reset();
        }}
      />
      {isTaken ? (
        <p role="alert" className="mt-4">
          {problem} {t('transfer:tags.mergeText', { tag })}
        </p>
      ) : error && !problem ? (
        <p role="alert" className="mt-4 text-danger text-sm">
          {problemText(t, error, t('transfer:tags.changeFailed'))}
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>{t('edit:cancel')}</Button>
        <Button type="submit" look="primary" busy={rename.isPending}>
          {t(isTaken ? 'transfer:tags.merge' : 'transfer:tags.rename')}
        </Button>
      </div>
    </form>
  );
}
