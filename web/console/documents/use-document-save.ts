import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { findAuditEntries } from '../../../core/admins/audit-calls.ts';
import { findDocuments, resetDocument, saveDocument } from '../../../core/documents/calls.ts';
import type { DocumentName } from '../../../core/documents/rules.ts';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import type { Language } from '../../../core/languages.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { callKey } from '../shared/api.ts';
import { savedMeanwhile } from '../shared/three-way-merge.ts';
import { documentKeyOf, type StoredDocument } from './stored-document.ts';

/**
 * Saves the text of a page, also over a newer version, or gives the page its shipped text back.
 * @param onStored is told the text that the server has now
 */
export function useDocumentSave(
  document: DocumentName,
  language: Language,
  onStored: (stored: StoredDocument) => void,
) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [meanwhile, setMeanwhile] = useState<{ saved: SavedMeanwhile<StoredDocument>; mine: string }>();
  function take(stored: StoredDocument) {
    client.setQueryData<StoredDocument[]>(callKey(findDocuments, {}), (all) =>
      all?.map((one) => (documentKeyOf(one) === documentKeyOf(stored) ? stored : one)),
    );
    onStored(stored);
    void client.invalidateQueries({ queryKey: callKey(findAuditEntries) });
  }
  const save = useMutation({
    mutationFn: ({ text, version }: { text: string; version: string }) =>
      callFromBrowser(saveDocument, { params: { document }, body: { language, text, version } }),
    onSuccess: (stored) => {
      setMeanwhile(undefined);
      take(stored);
    },
    onError: (error, { text }) => {
      const newer = savedMeanwhile<StoredDocument>(error);
      if (newer) setMeanwhile({ saved: newer, mine: text });
    },
  });
  const reset = useMutation({
    mutationFn: () => callFromBrowser(resetDocument, { params: { document }, query: { language } }),
    onSuccess: take,
    onSettled: () => setAsking(false),
  });
  return {
    save,
    reset,
    /** Whether the question before a reset is open. */
    asking,
    setAsking,
    /** Text that another administrator saved too, with the ways to decide; undefined without any. */
    conflict: meanwhile && {
      ...meanwhile,
      onSave(mine: ReadonlySet<string>) {
        const { current } = meanwhile.saved;
        if (mine.has('text')) save.mutate({ text: meanwhile.mine, version: current.version });
        else {
          setMeanwhile(undefined);
          save.reset();
          take(current);
        }
      },
      onBack: () => setMeanwhile(undefined),
    },
    /** Forgets how the last save and reset went. */
    clear() {
      save.reset();
      reset.reset();
    },
  };
}
