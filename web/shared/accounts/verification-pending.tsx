import { useState } from 'react';
import { resendVerification } from '../../../core/accounts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../api.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from './failure.tsx';
import { useSending } from './sending.ts';
import { takeFocus } from './take-focus.ts';

export interface Pending {
  email: string;
  /** Why the address waits. */
  text: string;
}

/** The address waits for its owner to open the mailed link. */
export function VerificationPending({ pending, onBack }: { pending: Pending; onBack(): void }) {
  const { t } = useTranslation('accounts');
  const { site } = useRoot();
  const { busy, failed, run } = useSending(t('mailFailed'));
  const [sent, setSent] = useState(false);

  async function resend() {
    setSent(false);
    setSent(await run(() => callFromBrowser(resendVerification, { body: { email: pending.email } })));
  }

  return (
    <div className="space-y-4">
      <div ref={takeFocus} tabIndex={-1} className="space-y-4 outline-none">
        <p className="font-medium">{pending.text}</p>
        <p>
          {t(site.sendsMail ? 'pendingAddress' : 'unmailed.pendingAddress')}
          <strong className="block break-words">{pending.email}</strong>
        </p>
        <p className="text-soft text-sm">{t(site.sendsMail ? 'pendingHint' : 'unmailed.pendingHint')}</p>
      </div>
      <Failure text={failed} />
      <p role="status" className={sent ? 'rounded-lg bg-tint px-4 py-3 text-sm' : 'sr-only'}>
        {sent ? t(site.sendsMail ? 'verificationSentAgain' : 'unmailed.verificationSentAgain') : null}
      </p>
      <Button look="primary" className="w-full" busy={busy} onClick={() => void resend()}>
        {busy ? t('sending') : t('resend')}
      </Button>
      <button type="button" className="min-h-11 w-full text-center text-accent text-sm" onClick={onBack}>
        {t('backToLogIn')}
      </button>
    </div>
  );
}
