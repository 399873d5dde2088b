import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createCollection,
  findStoredCollections,
  type StoredCollection,
} from '../../../core/collections/calls.ts';
import { nameIn } from '../../../core/localized.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { State } from '../../shared/ui/state.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { useOpened } from '../shared/opened.tsx';
import { NotLoaded, Section } from '../shared/section.tsx';
import { CollectionForm } from './collection-form.tsx';

/** Query parameter of the collection that is edited. */
export const COLLECTION_PARAMETER = 'collection';

export default function CollectionsSection() {
  return (
    <Section id="collections" features={['collections', 'problems', 'refusals', 'directory']}>
      <Collections />
    </Section>
  );
}

const titleOf = ({ texts }: StoredCollection, language: Parameters<typeof nameIn>[1]) =>
  nameIn(Object.fromEntries(Object.entries(texts).map(([code, words]) => [code, words?.title])), language);

function Collections() {
  const { t } = useTranslation('collections');
  const { language } = useRoot();
  const mayWrite = useMay()('companies.write');
  const { id: opened, open, close } = useOpened(COLLECTION_PARAMETER);
  const list = useCall(findStoredCollections, {}, { staleTime: Number.POSITIVE_INFINITY });
  if (!list.data) return <NotLoaded query={list} failed={t('loadFailed')} />;
  const { data } = list;
  return (
    <>
      {mayWrite ? <NewCollection onCreated={open} /> : null}
      {opened && !data.some(({ id }) => id === opened) ? (
        <div className="mt-6">
          <State kind="missing" title={t('noSuch')} text={t('noSuchText', { id: opened })} />
        </div>
      ) : null}
      {data.length === 0 ? <p className="mt-6 text-soft">{t('none')}</p> : null}
      <ul className="mt-6 divide-y divide-line border-line border-y">
        {data.map((collection) => {
          const { id, published, companies } = collection;
          const isOpen = id === opened;
          const title = titleOf(collection, language) ?? t('untitled');
          return (
            <li key={id} className="py-4">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <div className="min-w-0 flex-1 basis-52">
                  <h2 className="text-lg">{title}</h2>
                  <p className="number text-soft text-sm">
                    {`/collections/${id} · ${t('companies', { count: companies.length })}`}
                  </p>
                </div>
                <Badge tone={published ? 'good' : 'neutral'}>{t(published ? 'published' : 'draft')}</Badge>
                {published ? (
                  <a
                    className="link"
                    href={inLanguage(paths.collection(id), language)}
                    target="_blank"
                    rel="noopener"
                  >
                    {t('open')} <span aria-hidden="true">↗</span>
                  </a>
                ) : null}
                {mayWrite ? (
                  <Button
                    aria-expanded={isOpen}
                    aria-label={`${t(isOpen ? 'close' : 'edit')}: ${title}`}
                    onClick={() => (isOpen ? close() : open(id))}
                  >
                    {t(isOpen ? 'close' : 'edit')}
                  </Button>
                ) : null}
              </div>
              {isOpen && mayWrite ? (
                <CollectionForm key={id} stored={collection} name={title} onDeleted={close} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Adds an empty draft under an address, and opens it. */
function NewCollection({ onCreated }: { onCreated(id: string): void }) {
  const { t } = useTranslation(['collections', 'problems', 'refusals', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const [id, setId] = useState('');
  const create = useMutation({
    mutationFn: () =>
      callFromBrowser(createCollection, {
        body: {
          id,
          texts: { [language]: { title: id.replaceAll('-', ' '), intro: '…' } },
          companies: [],
        },
      }),
    onSuccess: async (created) => {
      await client.invalidateQueries({ queryKey: callKey(findStoredCollections) });
      setId('');
      toast({ type: 'success', title: t('created') });
      onCreated(created.id);
    },
  });
  const [refused] = detailsOf(create.error);
  return (
    <form
      method="post"
      className="flex max-w-xl flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== '' && !create.isPending) create.mutate();
      }}
    >
      <TextInput
        className="min-w-0 flex-1 basis-60"
        label={t('address')}
        hint={t('addressHint')}
        value={id}
        onChange={(value) => {
          create.reset();
          setId(value);
        }}
        problem={
          refused
            ? refusalText(t, refused)
            : create.error
              ? problemText(t, create.error, t('failed'))
              : undefined
        }
      />
      <Button
        type="submit"
        look="primary"
        className="mt-6"
        busy={create.isPending}
        disabled={id.trim() === ''}
        aria-label={`${t('create')}: ${t('add')}`}
      >
        {t('create')}
      </Button>
    </form>
  );
}
