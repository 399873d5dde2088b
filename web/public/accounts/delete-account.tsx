import { Form } from '@base-ui/react/form';
import { type FormEvent, useRef, useState } from 'react';
import { deleteAccount } from '../../../core/accounts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { closeSession, sendAsUser } from '../../shared/accounts/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { PasswordField } from '../../shared/ui/field.tsx';
import { AccountSection } from './account-page.tsx';

export function DeleteAccount({ hasPassword, onDeleted }: { hasPassword: boolean; onDeleted(): void }) {
  const { t } = useTranslation('accounts');
  /** How often it was asked: each time the dialog starts anew. */
  const [attempt, setAttempt] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <AccountSection id="delete" title={t('deleteAccount')}>
      <p className="mb-4 text-soft">{t('deleteText')}</p>
      <Button
        className="border-danger/50 text-danger"
        onClick={() => {
          setAttempt(attempt + 1);
          setOpen(true);
        }}
      >
        {t('deleteAccount')}
      </Button>
      <DeleteDialog
        key={attempt}
        hasPassword={hasPassword}
        open={open}
        onCancel={() => setOpen(false)}
        onDeleted={onDeleted}
      />
    </AccountSection>
  );
}

interface DeleteDialogProps {
  hasPassword: boolean;
  open: boolean;
  onCancel(): void;
  onDeleted(): void;
}

function DeleteDialog({ hasPassword, open, onCancel, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('accounts');
  const { busy, failed, errors, run } = useSending(t('deleteFailed'));
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = hasPassword ? { password: String(new FormData(event.currentTarget).get('password')) } : {};
    if (!(await run(() => sendAsUser(deleteAccount, { body })))) return;
    onDeleted();
    closeSession();
  }

  return (
    <Confirm
      open={open}
      type="danger"
      title={t('deleteTitle')}
      message={t('deleteWarning')}
      confirmLabel={busy ? t('deleting') : t('deleteForGood')}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={() => form.current?.requestSubmit()}
      onCancel={onCancel}
    >
      <Form
        method="post"
        ref={form}
        errors={errors}
        className="space-y-3"
        onSubmit={(event) => void submit(event)}
      >
        {hasPassword ? (
          <PasswordField name="password" label={t('password')} autoComplete="current-password" required />
        ) : (
          <p className="text-soft">{t('methods.deleteWithout')}</p>
        )}
        <Failure text={failed} />
      </Form>
    </Confirm>
  );
}
