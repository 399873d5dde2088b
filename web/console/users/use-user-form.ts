import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { type AdminUser, saveUser } from '../../../core/users/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemFields } from '../../shared/refusal-text.ts';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { mergeThreeWay, savedMeanwhile } from '../shared/three-way-merge.ts';
import { mergeUser } from './use-users.ts';
import { type UserDraft, userChangesOf, userDraftOf } from './user-draft.ts';

/** How long the button says how a save went, in milliseconds (specification, section 4). */
const SAVE_STATE_MS = { success: 2000, error: 3000 };

export type UserSaveState = 'idle' | 'saving' | 'success' | 'error';

export interface UserFormProps {
  user: AdminUser;
  unsaved: RefObject<boolean>;
  onBusy(busy: boolean): void;
}

/** The values that a user has in the fields of some changes. */
const fieldsOf = (user: AdminUser, changes: Partial<AdminUser>): Partial<AdminUser> =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, user[field as keyof AdminUser]]));

/**
 * The form of a user: typed values and their local draft, saves, and conflicts with a newer version. The draft has
 * changed fields only: other fields show the values of a reloaded user. Needs the texts of `refusals`.
 */
export function useUserForm({ user, unsaved, onBusy }: UserFormProps) {
  const { t } = useTranslation('refusals');
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<UserDraft>>({});
  const [state, setState] = useState<UserSaveState>('idle');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const [meanwhile, setMeanwhile] = useState<SavedMeanwhile<AdminUser>>();
  const draft = { ...userDraftOf(user), ...typed };
  const changes = userChangesOf(user, draft);
  unsaved.current = Object.keys(changes).length > 0;
  // Only changed fields are kept: other administrators may have saved the unchanged fields since.
  const localDraft = useLocalDraft<{ changed: Partial<UserDraft> }>({
    form: 'user',
    subject: user.id,
    value: unsaved.current ? { changed: typed } : undefined,
    model: { changed: typed },
  });

  /** Fields that another administrator changed meanwhile to another value. */
  const conflictsWith = (current: AdminUser) =>
    mergeThreeWay(userDraftOf(user), draft, userDraftOf(current)).conflicts;
  const save = useMutation({
    mutationFn: ({ body, on }: { body: Partial<AdminUser>; on: AdminUser }) =>
      callFromBrowser(saveUser, { params: { id: user.id }, body: { ...body, base: fieldsOf(on, body) } }),
    onMutate: () => {
      setState('saving');
      setErrors({});
      onBusy(true);
    },
    onSuccess: ({ user: saved }) => {
      setMeanwhile(undefined);
      localDraft.noteSaved();
      mergeUser(client, saved);
      setTyped({});
      setState('success');
    },
    onError: (error) => {
      const newer = savedMeanwhile<AdminUser>(error);
      if (newer) {
        // Both made the same change: there is nothing to decide.
        if (conflictsWith(newer.current).length === 0) save.mutate({ body: changes, on: newer.current });
        else {
          setMeanwhile(newer);
          setState('idle');
        }
        return;
      }
      setErrors(problemFields(t, error));
      setState('error');
    },
    onSettled: () => onBusy(false),
  });

  useEffect(() => {
    if (state !== 'success' && state !== 'error') return;
    const timer = setTimeout(() => setState('idle'), SAVE_STATE_MS[state]);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  return {
    form,
    draft,
    errors,
    state,
    failure: save.error,
    localDraft,
    restore: ({ changed }: { changed: Partial<UserDraft> }) => setTyped(changed),
    set<Field extends keyof UserDraft>(field: Field, value: UserDraft[Field]) {
      setTyped((before) => ({ ...before, [field]: value }));
      setErrors(({ [field]: _, ...others }) => others);
    },
    submit(event: FormEvent) {
      event.preventDefault();
      if (state === 'saving') return;
      if (unsaved.current) save.mutate({ body: changes, on: user });
      else setState('success');
    },
    /** What another administrator changed too, with the ways to decide; undefined without any. */
    conflict: meanwhile && {
      saved: meanwhile,
      fields: conflictsWith(meanwhile.current),
      onSave(mine: ReadonlySet<string>) {
        const { current } = meanwhile;
        const theirs = conflictsWith(current).filter((key) => !mine.has(key));
        const remaining = Object.entries(changes).filter(([key]) => !theirs.some((one) => one === key));
        save.mutate({ body: Object.fromEntries(remaining), on: current });
      },
      onBack: () => setMeanwhile(undefined),
    },
  };
}
