import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { deleteView, findViews, type SavedView, saveView, VIEW_NAME_MAX } from '../../../core/views/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CheckboxField } from '../../shared/ui/field.tsx';
import { Select, TextInput } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { viewQuery } from './edit-list.ts';

/** Named filters: chosen from a list, kept and deleted in a dialog. */
export function SavedViews() {
  const { t } = useTranslation('edit');
  const [query, setQuery] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const views = useCall(findViews, {}).data ?? [];
  const current = viewQuery(query);
  const chosen = views.find((view) => viewQuery(new URLSearchParams(view.query)) === current);
  return (
    <div className="flex flex-1 flex-wrap items-end justify-end gap-2">
      {views.length > 0 ? (
        <Select
          className="min-w-0 flex-1 basis-40 sm:max-w-72"
          label={t('views.label')}
          value={chosen?.id ?? ''}
          options={[
            { value: '', label: t('views.none') },
            ...views.map(({ id, name, shared, created_by, deletable }) => ({
              value: id,
              label: shared && !deletable ? t('views.sharedBy', { name, admin: created_by }) : name,
            })),
          ]}
          onChange={(id) => setQuery(views.find((view) => view.id === id)?.query ?? '')}
        />
      ) : null}
      <Button onClick={() => setOpen(true)}>{t('views.open')}</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('views.title')}>
        <ViewsForm query={current} views={views} onSaved={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function ViewsForm({
  query,
  views,
  onSaved,
}: {
  query: string;
  views: readonly SavedView[];
  onSaved(): void;
}) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: callKey(findViews) });
  const save = useMutation({
    mutationFn: () => callFromBrowser(saveView, { body: { name, shared, query } }),
    onSuccess: async (view) => {
      await reload();
      toast({ type: 'success', title: t('edit:views.saved', { name: view.name }) });
      onSaved();
    },
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) => callFromBrowser(deleteView, { params: { id: view.id } }),
    onSuccess: async (_, view) => {
      await reload();
      list.current?.focus();
      toast({
        type: 'success',
        title: t('edit:views.deleted', { name: view.name }),
        action: {
          label: t('edit:undo'),
          run: () =>
            void callFromBrowser(saveView, {
              body: { name: view.name, shared: view.shared, query: view.query },
            }).then(reload, reload),
        },
      });
    },
  });
  const failure = save.error ?? remove.error;
  const deletable = views.filter((view) => view.deletable);
  return (
    <>
      <p className="mb-4 text-soft">{t('edit:views.text')}</p>
      <form
        method="post"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) save.mutate();
        }}
      >
        <TextInput
          label={t('edit:views.name')}
          required
          value={name}
          onChange={(typed) => setName(typed.slice(0, VIEW_NAME_MAX))}
        />
        <CheckboxField
          name="shared"
          label={t('edit:views.share')}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Button type="submit" look="primary" busy={save.isPending} disabled={!name.trim()}>
          {t('edit:views.save')}
        </Button>
      </form>
      {failure ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problemText(t, failure, t('edit:views.failed'))}
        </p>
      ) : null}
      <ul ref={list} tabIndex={-1} className="mt-5 divide-y divide-line outline-none">
        {deletable.map((view) => (
          <li key={view.id} className="flex items-center justify-between gap-3 py-1">
            <span className="wrap-anywhere min-w-0">
              {view.name}
              {view.shared ? <span className="text-soft text-sm"> · {t('edit:views.shared')}</span> : null}
            </span>
            <Button
              className="text-danger"
              busy={remove.isPending && remove.variables.id === view.id}
              aria-label={t('edit:views.deleteNamed', { name: view.name })}
              onClick={() => remove.mutate(view)}
            >
              {t('edit:views.delete')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
