import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createCollection,
  deleteCollection,
  findStoredCollections,
  type StoredCollection,
} from '../../../core/collections/calls.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select, TextArea, TextInput } from '../../shared/ui/input.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { SavedBy } from '../shared/conflict-choice.tsx';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { savedMeanwhile } from '../shared/three-way-merge.ts';
import { MemberList } from './member-list.tsx';
import { type CollectionDraft, useCollectionDraft } from './use-collection-draft.ts';

type CollectionWords = NonNullable<StoredCollection['texts'][Language]>;

const refusedByPath = (error: unknown) => new Map(detailsOf(error).map((detail) => [detail.path, detail]));
const areNoWords = ({ title, intro, closing }: CollectionWords) =>
  [title, intro, closing].every((text) => text.trim() === '');

/** Words and companies of a collection, edited one language at a time. */
export function CollectionForm({
  stored,
  name,
  onDeleted,
}: {
  stored: StoredCollection;
  name: string;
  onDeleted(): void;
}) {
  const { t } = useTranslation(['collections', 'refusals']);
  const root = useRoot();
  const [language, setLanguage] = useState<Language>(root.language);
  const { draft, isChanged, localDraft, setTyped, change, save, send, takeTheirs } =
    useCollectionDraft(stored);
  const words: CollectionWords = draft.texts[language] ?? { title: '', intro: '', closing: '' };
  function setWords(changes: Partial<CollectionWords>) {
    const next = { ...words, ...changes };
    const { [language]: _, ...others } = draft.texts;
    change({ texts: areNoWords(next) ? others : { ...others, [language]: next } });
  }
  const refused = refusedByPath(save.error);
  const problemOf = (field: keyof CollectionWords) => {
    const detail = refused.get(`body.texts.${language}.${field}`);
    return detail && refusalText(t, detail);
  };
  return (
    <form
      method="post"
      className="mt-5 max-w-3xl space-y-5 rounded-xl border border-line p-4 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !save.isPending) send();
      }}
    >
      <LocalDraftNotice offer={localDraft} onRestore={setTyped} />
      <Select
        label={t('language')}
        value={language}
        onChange={(value) => setLanguage(value)}
        options={offeredLanguages().map((value) => ({
          value,
          label: draft.texts[value] ? LANGUAGE_NAMES[value] : `${LANGUAGE_NAMES[value]} –`,
        }))}
      />
      <TextInput
        label={t('title')}
        lang={language}
        value={words.title}
        onChange={(title) => setWords({ title })}
        problem={problemOf('title')}
      />
      <TextArea
        label={t('intro')}
        lang={language}
        rows={4}
        value={words.intro}
        onChange={(intro) => setWords({ intro })}
        problem={problemOf('intro')}
      />
      <MemberList
        companies={draft.companies}
        known={stored.members}
        language={language}
        onChange={(companies) => change({ companies })}
      />
      <TextArea
        label={t('closing')}
        lang={language}
        rows={2}
        value={words.closing}
        onChange={(closing) => setWords({ closing })}
        problem={problemOf('closing')}
      />
      <p className="flex items-center gap-3">
        <Switch
          label={t('publish')}
          checked={draft.published}
          onChange={(published) => change({ published })}
        />
        <span aria-hidden="true">{t('publish')}</span>
      </p>
      <CollectionFailure error={save.error} busy={save.isPending} onMine={send} onTheirs={takeTheirs} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={save.isPending} disabled={!isChanged}>
          {t(save.isPending ? 'saving' : 'save')}
        </Button>
        {isChanged ? <Button onClick={() => setTyped(undefined)}>{t('discard')}</Button> : null}
        <p role="status" className="text-soft text-sm">
          {isChanged ? t('unsaved') : save.isSuccess ? t('saved') : null}
        </p>
        <span className="ml-auto">
          <DeleteCollection stored={stored} name={name} onDeleted={onDeleted} />
        </span>
      </div>
      <LeaveGuard
        when={isChanged}
        parameter="collection"
        title={t('leaveTitle')}
        text={t('leaveText')}
        leave={t('leave')}
        stay={t('stay')}
      />
    </form>
  );
}

/** Why a save failed. Where somebody else has saved meanwhile, one of the two versions is chosen. */
function CollectionFailure({
  error,
  busy,
  onMine,
  onTheirs,
}: {
  error: Error | null;
  busy: boolean;
  /** @param version of the collection that the typed one takes the place of */
  onMine(version: string): void;
  onTheirs(): void;
}) {
  const { t } = useTranslation(['collections', 'problems', 'refusals', 'common']);
  if (!error) return null;
  const newer = savedMeanwhile<StoredCollection>(error);
  if (newer)
    return (
      <div role="alert" className="rounded-xl border border-warning px-4 py-3">
        <p>
          <SavedBy {...newer} />
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button busy={busy} onClick={() => onMine(newer.current.version)}>
            {t('conflictMine')}
          </Button>
          <Button onClick={onTheirs}>{t('conflictTheirs')}</Button>
        </div>
      </div>
    );
  const [first] = refusedByPath(error).values();
  return (
    <p role="alert" className="text-danger">
      {first ? refusalText(t, first) : problemText(t, error, t('failed'))}
    </p>
  );
}

/** Deletes a collection after a question; for some seconds it can be had back. */
function DeleteCollection({
  stored,
  name,
  onDeleted,
}: {
  stored: StoredCollection;
  name: string;
  onDeleted(): void;
}) {
  const { t } = useTranslation(['collections', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: callKey(findStoredCollections) });
  const onError = (error: Error) =>
    toast({ type: 'error', title: t('failed'), message: problemText(t, error, '') });
  const restore = useMutation({
    mutationFn: (file: CollectionDraft & { id: string }) => callFromBrowser(createCollection, { body: file }),
    onSuccess: async () => {
      await reload();
      toast({ type: 'success', title: t('restored', { name }) });
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => callFromBrowser(deleteCollection, { params: { id: stored.id } }),
    onSuccess: async (file) => {
      setAsking(false);
      onDeleted();
      await reload();
      toast({
        type: 'success',
        title: t('deleted', { name }),
        duration: UNDO_TIME,
        action: { label: t('undo'), run: () => restore.mutate(file) },
      });
    },
    onError,
  });
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <Confirm
        open={isAsking}
        type="warning"
        title={t('askTitle')}
        message={t('askText', { name })}
        confirmLabel={t('delete')}
        cancelLabel={t('cancel')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
