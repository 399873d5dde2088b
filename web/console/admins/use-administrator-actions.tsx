import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import {
  type Administrator,
  disableAdministrator,
  enableAdministrator,
  findAdministrators,
  removeAdministrator,
} from '../../../core/admins/administrator-calls.ts';
import { removeAdministratorFactors } from '../../../core/admins/factor-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';
import type { StatusKind } from '../../shared/ui/status-icons.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';

/** Actions on an administrator that need a confirmation. */
export type AdministratorTask = 'disable' | 'enable' | 'removeFactors' | 'remove';

const ADMINISTRATOR_CALLS = {
  disable: disableAdministrator,
  enable: enableAdministrator,
  removeFactors: removeAdministratorFactors,
  remove: removeAdministrator,
};
const ADMINISTRATOR_TASK_STATUS: Record<AdministratorTask, StatusKind> = {
  disable: 'warning',
  enable: 'info',
  removeFactors: 'warning',
  remove: 'danger',
};

interface AdministratorQuestion {
  task: AdministratorTask;
  admin: Administrator;
}

/** Asks before something is done to an administrator, does it and says how it went. */
export function useAdministratorActions(): {
  ask(task: AdministratorTask, admin: Administrator): void;
  dialog: ReactNode;
} {
  const { t } = useTranslation(['administrators', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [pending, setPending] = useState<AdministratorQuestion | null>(null);
  // The closing animation still shows the previous content.
  const last = useRef<AdministratorQuestion>(null);
  if (pending) last.current = pending;
  const shown = last.current;

  const act = useMutation({
    mutationFn: ({ task, admin: { id } }: AdministratorQuestion) =>
      callFromBrowser(ADMINISTRATOR_CALLS[task], { params: { id } }),
    onSuccess: async (_, { task, admin }) => {
      await client.invalidateQueries({ queryKey: callKey(findAdministrators) });
      setPending(null);
      toast({ type: 'success', title: t(`administrators:done.${task}`, { name: admin.username }) });
    },
    // Somebody else may have changed the administrator meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: callKey(findAdministrators) }),
  });

  const dialog = (
    <Confirm
      open={pending !== null}
      type={shown ? ADMINISTRATOR_TASK_STATUS[shown.task] : 'info'}
      title={shown ? t(`administrators:ask.${shown.task}.title`, { name: shown.admin.username }) : ''}
      message={shown ? t(`administrators:ask.${shown.task}.text`) : ''}
      confirmLabel={shown ? t(`administrators:actions.${shown.task}`) : ''}
      cancelLabel={t('administrators:cancel')}
      loading={act.isPending}
      onConfirm={() => pending && act.mutate(pending)}
      onCancel={() => {
        setPending(null);
        act.reset();
      }}
    >
      {act.error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, act.error, t('administrators:failed'))}
        </p>
      ) : null}
    </Confirm>
  );
  return { ask: (task, admin) => setPending({ task, admin }), dialog };
}
