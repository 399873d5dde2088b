import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import {
  countByCategory,
  countByField,
  countByKind,
  readDirectoryConfig,
  readOwnFields,
  saveDirectoryPart,
  type VersionedPart,
} from '../../../core/directory/calls.ts';
import type { DirectoryConfig, DirectoryPart } from '../../../core/directory/config.ts';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import type { ProblemDetail } from '../../../core/refusal.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { detailsOf } from '../../shared/refusal-text.ts';
import { callKey, useCall } from '../shared/api.ts';
import { type LocalDraftOffer, useLocalDraft } from '../shared/local-drafts.ts';
import { savedMeanwhile } from '../shared/three-way-merge.ts';

export interface PartDraft<P extends DirectoryPart> {
  value: DirectoryConfig[P];
  /** @param version of the edited value; by default the version of the draft */
  change(value: DirectoryConfig[P], version?: number): void;
  isChanged: boolean;
  isSaving: boolean;
  isSaved: boolean;
  error: unknown;
  /** Validation errors of the server by path in the part, as `list.0.id`. */
  refused: ReadonlyMap<string, ProblemDetail>;
  /** The save of another administrator since the form was loaded: a conflict. */
  newer: SavedMeanwhile<VersionedPart<P>> | undefined;
  localDraft: LocalDraftOffer<VersionedPart<P>>;
  save(): void;
  /** Saves over the newer version. */
  overwrite(): void;
  /** Goes back to what is stored. */
  reset(): void;
}

/** Reads the configuration anew, and the page around: its navigation shows it. */
export function useConfigChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return async () => {
    await Promise.all(
      [readDirectoryConfig, readOwnFields, countByCategory, countByKind, countByField].map((call) =>
        client.invalidateQueries({ queryKey: callKey(call) }),
      ),
    );
    await revalidate();
  };
}

/** A part of the configuration while it is edited; what is typed outlasts a reload. */
export function usePart<P extends DirectoryPart>(
  part: P,
  { value: stored, version }: VersionedPart<P>,
): PartDraft<P> {
  const [draft, setDraft] = useState<VersionedPart<P>>();
  const value = draft?.value ?? stored;
  const isChanged = draft !== undefined && JSON.stringify(draft.value) !== JSON.stringify(stored);
  // What is stored may be read anew while somebody types: a save names the version that the typing began on.
  const begunOn = draft?.version ?? version;
  const changed = useConfigChanged();
  const localDraft = useLocalDraft<VersionedPart<P>>({
    form: 'directory',
    subject: part,
    value: isChanged ? { value, version: begunOn } : undefined,
    model: { value: stored, version },
  });
  const save = useMutation({
    mutationFn: (on: number) =>
      callFromBrowser(saveDirectoryPart, { params: { part }, body: { value, version: on } }),
    onSuccess: async () => {
      localDraft.noteSaved();
      await changed();
      setDraft(undefined);
    },
  });
  const newer = savedMeanwhile<VersionedPart<P>>(save.error);
  return {
    value,
    change(next, on = begunOn) {
      save.reset();
      setDraft({ value: next, version: on });
    },
    isChanged,
    isSaving: save.isPending,
    isSaved: save.isSuccess && !isChanged,
    error: newer ? null : save.error,
    refused: new Map(
      detailsOf(save.error).map((detail) => [detail.path.replace(/^body\.value\.?/, ''), detail]),
    ),
    newer,
    localDraft,
    save: () => save.mutate(begunOn),
    overwrite: () => newer && save.mutate(newer.current.version),
    reset() {
      save.reset();
      setDraft(undefined);
      if (newer) void changed();
    },
  };
}

export const useDirectoryConfig = () =>
  useCall(readDirectoryConfig, {}, { staleTime: Number.POSITIVE_INFINITY });
