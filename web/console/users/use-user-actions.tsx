import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { displayName } from '../../../core/accounts/display-name.ts';
import {
  type AdminUser,
  actOnUser,
  permissionFor,
  resendUserVerification,
  type UserAction,
} from '../../../core/users/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';
import type { StatusKind } from '../../shared/ui/status-icons.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useMailedToast } from '../shared/mailed.tsx';
import { useMay } from '../shared/may.ts';
import { reloadUsers, removeUser } from './use-users.ts';

/** What can be done with a user beside editing. */
export type UserTask = UserAction | 'resend';

const USER_TASK_STATUS: Record<UserTask, StatusKind> = {
  verify: 'info',
  suspend: 'warning',
  activate: 'info',
  delete: 'danger',
  resend: 'info',
};

/** What can be done with a user as they are now, by the role of the session. */
export function useTasksFor(): (user: AdminUser) => UserTask[] {
  const may = useMay();
  return (user) => {
    const tasks: UserTask[] = [
      ...(user.email_verified ? [] : (['verify', 'resend'] as const)),
      user.is_active ? 'suspend' : 'activate',
      'delete',
    ];
    return tasks.filter((task) => may(task === 'resend' ? 'users.write' : permissionFor(task)));
  };
}

interface UserQuestion {
  task: UserTask;
  user: AdminUser;
}

/** Asks before something is done to a user, does it and says how it went. Needs the texts of `users`. */
export function useUserActions({
  onDeleted,
  focusAfterDeletion,
}: {
  onDeleted?(): void;
  focusAfterDeletion(): HTMLElement | null;
}): { ask(task: UserTask, user: AdminUser): void; dialogs: ReactNode } {
  const { t } = useTranslation(['users', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const mailed = useMailedToast();
  const [pending, setPending] = useState<UserQuestion | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // Both dialogs keep their words while they fade out.
  const lastAsked = useRef<UserQuestion>(null);
  if (pending) lastAsked.current = pending;
  const lastFailure = useRef('');
  if (failure !== null) lastFailure.current = failure;
  const shown = lastAsked.current;

  const act = useMutation({
    mutationFn: ({ task, user: { id } }: UserQuestion) =>
      task === 'resend'
        ? callFromBrowser(resendUserVerification, { params: { id } })
        : callFromBrowser(actOnUser, { params: { id, action: task } }),
    onSuccess: async (_, { task, user }) => {
      if (task === 'delete') {
        // First, so that nothing requests the deleted user.
        onDeleted?.();
        removeUser(client, user.id);
      } else await reloadUsers(client);
      const outcome = task === 'resend' ? 'sent' : 'done';
      const confirmation = {
        type: 'success',
        title: t(`users:${outcome}.title`),
        message: t(`users:${outcome}.text`),
      } as const;
      toast(task === 'resend' ? mailed(user.email, confirmation) : confirmation);
    },
    onError: (error, { task }) =>
      setFailure(problemText(t, error, t(task === 'resend' ? 'users:failed.resend' : 'users:failed.action'))),
    onSettled: () => setPending(null),
  });

  const ask = useCallback((task: UserTask, user: AdminUser) => setPending({ task, user }), []);
  const dialogs = (
    <>
      <Confirm
        open={pending !== null}
        type={shown ? USER_TASK_STATUS[shown.task] : 'info'}
        title={t('users:ask.title')}
        message={
          shown
            ? t(`users:ask.${shown.task}`, { name: displayName(shown.user), email: shown.user.email })
            : ''
        }
        confirmLabel={shown ? t(`users:confirm.${shown.task}`) : ''}
        cancelLabel={t('users:cancel')}
        loading={act.isPending}
        onConfirm={() => pending && act.mutate(pending)}
        onCancel={() => setPending(null)}
        finalFocus={() => (act.isSuccess && act.variables.task === 'delete' ? focusAfterDeletion() : null)}
      />
      <Confirm
        open={failure !== null}
        type="danger"
        title={t('users:failed.title')}
        message={lastFailure.current}
        confirmLabel={t('users:ok')}
        onConfirm={() => setFailure(null)}
        onCancel={() => setFailure(null)}
      />
    </>
  );
  return { ask, dialogs };
}
