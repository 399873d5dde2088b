import { Form } from '@base-ui/react/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { beginTotp, confirmTotp } from '../../../core/admins/factor-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { NO_ERRORS } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { QrCode } from './qr-code.tsx';

/** Enrols an authenticator app: the app scans the QR code, and a code of the app confirms. */
export function TotpDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose(): void;
  onAdded(codes: string[] | null): void;
}) {
  const { t } = useTranslation('factors');
  return (
    <Dialog open={open} onClose={onClose} title={t('totp.title')} className="max-w-lg">
      <SetUp onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function SetUp({ onClose, onAdded }: { onClose(): void; onAdded(codes: string[] | null): void }) {
  const { t } = useTranslation(['factors', 'problems', 'common']);
  const [errors, setErrors] = useState(NO_ERRORS);
  const begin = useMutation({ mutationFn: () => callFromBrowser(beginTotp, {}) });
  const { mutate } = begin;
  useEffect(() => mutate(), [mutate]);
  const confirm = useMutation({
    mutationFn: (code: string) => callFromBrowser(confirmTotp, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'factor_refused')
        setErrors({ code: t('factors:totp.wrong') });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setErrors(NO_ERRORS);
    confirm.mutate(String(new FormData(event.currentTarget).get('code')));
  }
  if (begin.error)
    return (
      <div className="space-y-4">
        <p role="alert" className="text-danger">
          {problemText(t, begin.error, t('factors:failed'))}
        </p>
        <Button onClick={() => begin.mutate()}>{t('common:retry')}</Button>
      </div>
    );
  if (!begin.data) return <div className="skeleton h-72" />;
  const failed =
    confirm.error && errors === NO_ERRORS ? problemText(t, confirm.error, t('factors:failed')) : null;
  return (
    <Form method="post" className="space-y-5" errors={errors} onSubmit={submit}>
      <p className="text-soft">{t('factors:totp.scan')}</p>
      <QrCode text={begin.data.uri} label={t('factors:totp.qr')} />
      <p className="text-sm">
        {t('factors:totp.byHand')}{' '}
        <code className="mt-1 block rounded-lg bg-tint px-3 py-2 wrap-anywhere">
          {begin.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <TextField
        name="code"
        label={t('factors:code')}
        hint={t('factors:totp.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        validate={(value) => (value.trim() ? null : t('factors:codeRequired'))}
      />
      {failed ? (
        <p role="alert" className="text-danger text-sm">
          {failed}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('factors:cancel')}</Button>
        <Button type="submit" look="primary" busy={confirm.isPending}>
          {t('factors:totp.confirm')}
        </Button>
      </div>
    </Form>
  );
}
