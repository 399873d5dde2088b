import { useState } from 'react';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { documentKeyOf, type StoredDocument } from './stored-document.ts';

/** Typed texts by page and language, each with the version that it began with: a newer one is not overwritten. */
type TypedTexts = Record<string, { text: string; version: string }>;

const withoutText = (texts: TypedTexts, key: string): TypedTexts =>
  Object.fromEntries(Object.entries(texts).filter(([other]) => other !== key));

/** Unsaved texts by page and language: they survive a change of the selection. */
export function useTypedTexts(onDirty: (dirty: boolean) => void) {
  const [typed, setTyped] = useState<TypedTexts>({});
  const localDraft = useLocalDraft<{ typed: TypedTexts }>({
    form: 'documents',
    subject: 'all',
    value: Object.keys(typed).length > 0 ? { typed } : undefined,
    model: { typed },
  });
  function keep(next: TypedTexts) {
    setTyped(next);
    onDirty(Object.keys(next).length > 0);
  }
  const forget = (stored: StoredDocument) => keep(withoutText(typed, documentKeyOf(stored)));
  return {
    localDraft,
    restore: (left: { typed: TypedTexts }) => keep(left.typed),
    /** The typed text of a page, with the version that it began with; undefined where nothing was typed. */
    of: (stored: StoredDocument) => typed[documentKeyOf(stored)],
    type(stored: StoredDocument, text: string) {
      const key = documentKeyOf(stored);
      if (text === stored.text) forget(stored);
      else keep({ ...typed, [key]: { text, version: (typed[key] ?? stored).version } });
    },
    forget,
    noteStored(stored: StoredDocument) {
      forget(stored);
      const rest = withoutText(localDraft.draft?.value.typed ?? {}, documentKeyOf(stored));
      localDraft.noteSaved(Object.keys(rest).length > 0 ? { typed: rest } : undefined);
    },
  };
}
