import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminLogoutAll, readAdminSession } from '../../../core/admins/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { useCall } from '../shared/api.ts';
import { endSession } from '../shared/session.ts';

/** Ends every session of the administrator, this one too: the gate shows. */
export function SignOutEverywhere() {
  const { t } = useTranslation(['password', 'problems', 'common']);
  const { data: session } = useCall(readAdminSession, {});
  const [asks, setAsks] = useState(false);
  const end = useMutation({
    mutationFn: (username: string) => callFromBrowser(adminLogoutAll, { body: { username } }),
    onSuccess: () => endSession('over'),
  });
  return (
    <section aria-labelledby="everywhere" className="border-line border-t pt-8">
      <h2 id="everywhere" className="text-xl">
        {t('everywhere.title')}
      </h2>
      <p className="mt-1 text-soft">{t('everywhere.text')}</p>
      <Button className="mt-4" busy={!session} onClick={() => setAsks(true)}>
        {t('everywhere.button')}
      </Button>
      <Confirm
        open={asks}
        type="warning"
        title={t('everywhere.confirmTitle')}
        message={t('everywhere.confirmText')}
        confirmLabel={t('everywhere.confirm')}
        cancelLabel={t('everywhere.cancel')}
        loading={end.isPending}
        onConfirm={() => session && end.mutate(session.username)}
        onCancel={() => {
          setAsks(false);
          end.reset();
        }}
      >
        {end.error ? (
          <p role="alert" className="text-danger text-sm">
            {problemText(t, end.error, t('everywhere.failed'))}
          </p>
        ) : null}
      </Confirm>
    </section>
  );
}
