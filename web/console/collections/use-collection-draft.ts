import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  findStoredCollections,
  type StoredCollection,
  saveCollection,
} from '../../../core/collections/calls.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { callKey } from '../shared/api.ts';
import { useLocalDraft } from '../shared/local-drafts.ts';

/** What a form changes of a collection. */
export type CollectionDraft = Pick<StoredCollection, 'texts' | 'companies' | 'published'>;
/** What is typed, and the version of the collection that the typing began on. */
interface TypedCollection {
  draft: CollectionDraft;
  version: string;
}

const draftOf = ({ texts, companies, published }: CollectionDraft): CollectionDraft => ({
  texts,
  companies,
  published,
});

/** What is typed of a collection, kept on the device until it is saved against the version it began on. */
export function useCollectionDraft(stored: StoredCollection) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<TypedCollection>();
  const draft = typed?.draft ?? draftOf(stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(stored));
  const localDraft = useLocalDraft<TypedCollection>({
    form: 'collection',
    subject: stored.id,
    value: isChanged ? typed : undefined,
    model: { draft, version: stored.version },
  });
  const reload = () => client.invalidateQueries({ queryKey: callKey(findStoredCollections) });
  const save = useMutation({
    mutationFn: (sent: TypedCollection) =>
      callFromBrowser(saveCollection, {
        params: { id: stored.id },
        body: { ...sent.draft, version: sent.version },
      }),
    onSuccess: async ({ version }, sent) => {
      localDraft.noteSaved();
      await reload();
      // Text typed during the save is an unsaved change against the saved version.
      setTyped((now) => (now && now.draft !== sent.draft ? { ...now, version } : undefined));
    },
  });

  function change(changes: Partial<CollectionDraft>) {
    // A save that is under way still answers.
    if (!save.isPending) save.reset();
    setTyped({ draft: { ...draft, ...changes }, version: typed?.version ?? stored.version });
  }

  return {
    draft,
    isChanged,
    localDraft,
    /** Takes another draft, or with none the stored collection. */
    setTyped,
    change,
    save,
    /** Saves against a version: of the collection that the typing began on, unless another is given. */
    send(version = typed?.version ?? stored.version) {
      save.mutate({ draft, version });
    },
    /** Discards the draft, and loads the newer version of the collection. */
    takeTheirs() {
      save.reset();
      setTyped(undefined);
      void reload();
    },
  };
}
