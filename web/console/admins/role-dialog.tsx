import { Form } from '@base-ui/react/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import {
  type Administrator,
  changeAdministratorRole,
  findAdministrators,
} from '../../../core/admins/administrator-calls.ts';
import { readAdminSession } from '../../../core/admins/calls.ts';
import type { Role } from '../../../core/admins/roles.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { RoleField } from './role-field.tsx';

/** Gives an administrator another role. */
export function RoleDialog({ admin, onClose }: { admin: Administrator | null; onClose(): void }) {
  const { t } = useTranslation('administrators');
  // The closing animation still shows the previous content.
  const last = useRef(admin);
  if (admin) last.current = admin;
  const shown = last.current;
  return (
    <Dialog
      open={admin !== null}
      onClose={onClose}
      title={shown ? t('roleOf', { name: shown.username }) : ''}
      className="max-w-lg"
    >
      {shown ? <RoleForm key={`${shown.id} ${shown.role}`} admin={shown} onClose={onClose} /> : null}
    </Dialog>
  );
}

function RoleForm({ admin, onClose }: { admin: Administrator; onClose(): void }) {
  const { t } = useTranslation(['administrators', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (role: Role) =>
      callFromBrowser(changeAdministratorRole, { params: { id: admin.id }, body: { role } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: callKey(findAdministrators) });
      onClose();
      toast({ type: 'success', title: t('administrators:done.role', { name: admin.username }) });
      // It may have been one's own.
      void client.invalidateQueries({ queryKey: callKey(readAdminSession) });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    change.mutate(new FormData(event.currentTarget).get('role') as Role);
  }
  return (
    <Form method="post" className="space-y-5" onSubmit={submit}>
      <RoleField defaultValue={admin.role} />
      {admin.self ? <p className="text-sm text-warning">{t('administrators:ownRole')}</p> : null}
      {change.error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, change.error, t('administrators:failed'))}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('administrators:cancel')}</Button>
        <Button type="submit" look="primary" busy={change.isPending}>
          {t('administrators:saveRole')}
        </Button>
      </div>
    </Form>
  );
}
