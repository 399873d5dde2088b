import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { equalJson } from '../../../core/equal-json.ts';
import {
  findIssues,
  type NewsletterIssue,
  readAudience,
  readIssue,
  saveIssue,
} from '../../../core/newsletter/calls.ts';
import type { IssueTexts } from '../../../core/newsletter/rules.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { callKey } from '../shared/api.ts';
import { type LocalDraftOffer, useLocalDraft } from '../shared/local-drafts.ts';
import { savedMeanwhile } from '../shared/three-way-merge.ts';

interface TypedIssue {
  texts: IssueTexts;
  version: number;
}

export interface IssueDraft {
  texts: IssueTexts;
  /** The texts of now, for an answer that comes late. */
  latest(): IssueTexts;
  isChanged: boolean;
  isSaving: boolean;
  isSaved: boolean;
  error: unknown;
  /** What another administrator saved since the form was loaded. */
  newer: SavedMeanwhile<NewsletterIssue> | undefined;
  localDraft: LocalDraftOffer<TypedIssue>;
  /**
   * @param next the new texts, or a function of the current texts, so that a late answer keeps words typed since
   * @param version that the texts were made of; without it the one that the typing began on
   */
  change(next: IssueTexts | ((before: IssueTexts) => IssueTexts), version?: number): void;
  save(): void;
  /** Saves over the newer version. */
  overwrite(): void;
  /** Goes back to what is stored. */
  reset(): void;
}

/** Caches the issue of a call's answer, and reloads the list of issues and the audience. */
export function useIssueChanged(): (issue: NewsletterIssue) => void {
  const client = useQueryClient();
  return (issue) => {
    client.setQueryData(callKey(readIssue, { params: { id: issue.id } }), issue);
    for (const call of [findIssues, readAudience]) void client.invalidateQueries({ queryKey: callKey(call) });
  };
}

/** An issue while it is written; what is typed outlasts a reload and the end of a session. */
export function useIssue(stored: NewsletterIssue): IssueDraft {
  const { id } = stored;
  const client = useQueryClient();
  const changed = useIssueChanged();
  const [typed, setTyped] = useState<TypedIssue>();
  const texts = typed?.texts ?? stored.texts;
  const isChanged = typed !== undefined && !equalJson(typed.texts, stored.texts);
  const shown = useRef(texts);
  useEffect(() => {
    shown.current = texts;
  });
  const begunOn = typed?.version ?? stored.version;
  const localDraft = useLocalDraft<TypedIssue>({
    form: 'newsletter',
    subject: id,
    value: isChanged ? { texts, version: begunOn } : undefined,
    model: { texts, version: begunOn },
  });
  const save = useMutation({
    mutationFn: (body: TypedIssue) => callFromBrowser(saveIssue, { params: { id }, body }),
    onSuccess: (issue, sent) => {
      localDraft.noteSaved();
      changed(issue);
      // Text typed during the save is an unsaved change against the saved version.
      setTyped((now) => (now && now.texts !== sent.texts ? { ...now, version: issue.version } : undefined));
    },
  });
  const newer = savedMeanwhile<NewsletterIssue>(save.error);
  return {
    texts,
    latest: () => shown.current,
    isChanged,
    isSaving: save.isPending,
    isSaved: save.isSuccess && !isChanged,
    error: newer ? null : save.error,
    newer,
    localDraft,
    change(next, version) {
      // A save that is under way still answers.
      if (!save.isPending) save.reset();
      setTyped((now) => {
        const latest = client.getQueryData<NewsletterIssue>(callKey(readIssue, { params: { id } })) ?? stored;
        const before = now ?? latest;
        return {
          texts: typeof next === 'function' ? next(before.texts) : next,
          version: version ?? before.version,
        };
      });
    },
    save: () => save.mutate({ texts, version: begunOn }),
    overwrite: () => newer && save.mutate({ texts, version: newer.current.version }),
    reset() {
      save.reset();
      setTyped(undefined);
      if (newer) changed(newer.current);
    },
  };
}
