import { Form } from '@base-ui/react/form';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { confirmAdmin, readAdminSession } from '../../../core/admins/calls.ts';
import { readConfirmPasskey } from '../../../core/admins/factor-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ADMIN_TOKEN_KEY, CallError, callFromBrowser, storage } from '../../shared/api.ts';
import { askForPasskey, knowsPasskeys } from '../../shared/mfa/browser-passkey.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { PasswordField } from '../../shared/ui/field.tsx';
import { SignOnLink } from '../admins/sign-on.tsx';
import { SecondStep, type SecondStepAnswer } from '../mfa/second-step.tsx';
import { callKey, useCall } from '../shared/api.ts';
import {
  beginSession,
  endSession,
  enter,
  type Renewal,
  settleRenewal,
  useRenewal,
} from '../shared/session.ts';

/** Asks for the password over the work on the page, which goes on with the new session. */
export function SessionDialog() {
  const { t } = useTranslation('console');
  const renewal = useRenewal();
  // The closing animation still shows the previous content.
  const [last, setLast] = useState<Renewal>();
  if (renewal && renewal !== last) setLast(renewal);
  return (
    <Dialog
      open={useTypingPause(renewal)}
      // Closing it leaves the session as it is: one that is over asks again with the next call.
      onClose={() => (last?.why === 'over' ? undefined : settleRenewal(false))}
      title={t(DIALOG_TITLES[last?.why ?? 'over'])}
      closable={last?.why !== 'over'}
      topmost
    >
      {last ? <RenewForm key={last.why} renewal={last} /> : null}
    </Dialog>
  );
}

/** For how long nobody may have typed before the dialog takes the focus, in milliseconds. */
const ACTIVE_TYPING_MS = 1000;

/** Whether there is a renewal to ask for, and nobody is in the middle of a word: half of it would be the password. */
function useTypingPause(renewal: Renewal | undefined): boolean {
  const [open, setOpen] = useState(false);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const note = (event: Event) => {
      typedAt.current = event.timeStamp;
    };
    const types = ['input', 'compositionupdate'] as const;
    for (const type of types) addEventListener(type, note, { capture: true, passive: true });
    return () => {
      for (const type of types) removeEventListener(type, note, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (!renewal) {
      setOpen(false);
      return;
    }
    // Asked for by a press, it comes at once: that is no typing into a field.
    const isTyping = () =>
      document.activeElement?.matches('input, textarea, [contenteditable]') === true &&
      performance.now() - typedAt.current < ACTIVE_TYPING_MS;
    if (!isTyping()) {
      setOpen(true);
      return;
    }
    const timer = setInterval(() => {
      if (isTyping()) return;
      clearInterval(timer);
      setOpen(true);
    }, 100);
    return () => clearInterval(timer);
  }, [renewal]);
  return open && renewal !== undefined;
}

const DIALOG_TITLES = {
  over: 'renew.title',
  early: 'renew.earlyTitle',
  confirm: 'renew.confirmTitle',
} as const;
const DIALOG_TEXTS = { over: 'renew.text', early: 'renew.earlyText', confirm: 'renew.confirmText' } as const;

const WRONG: ReadonlySet<string | undefined> = new Set(['invalid_credentials', 'wrong_password']);

function RenewForm({ renewal: { username, why } }: { renewal: Renewal }) {
  const { t } = useTranslation(['console', 'problems', 'common']);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [step, setStep] = useState<SecondStepAnswer | null>(null);
  const { data: session } = useCall(readAdminSession, {}, { enabled: why === 'confirm' });
  const hasPasskey = why === 'confirm' && knowsPasskeys() && session?.factors.includes('passkey');

  function goOn() {
    settleRenewal(true);
    void client.invalidateQueries({ queryKey: callKey(readAdminSession) });
  }

  // Another tab has logged in: the same person goes on here too, anybody else begins anew. The token is
  // that of when it was asked: the page may be drawn with the new one before the event comes here.
  const [before] = useState(() => storage.get(ADMIN_TOKEN_KEY));
  useEffect(() => {
    async function look() {
      const token = storage.get(ADMIN_TOKEN_KEY);
      if (!token || token === before) return;
      const session = await callFromBrowser(readAdminSession, {}).catch(() => undefined);
      if (session?.username === username) goOn();
      else location.reload();
    }
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // React bubbles the event to forms around the dialog in the tree.
    event.stopPropagation();
    setBusy(true);
    setFailed(null);
    try {
      const password = String(new FormData(event.currentTarget).get('password'));
      if (why === 'confirm') {
        await callFromBrowser(confirmAdmin, { body: { password } });
        goOn();
      } else {
        const begun = await beginSession(username, password);
        if (typeof begun === 'object') setStep(begun);
        else if (begun) goOn();
        else setFailed(t('login.invalid'));
      }
    } catch (error) {
      const wrong = error instanceof CallError && WRONG.has(error.code);
      setFailed(wrong ? t('renew.wrong') : problemText(t, error, t('login.failed')));
    }
    setBusy(false);
  }

  async function confirmByPasskey() {
    setBusy(true);
    setFailed(null);
    try {
      const passkey = await askForPasskey(await callFromBrowser(readConfirmPasskey, {}));
      if (passkey) {
        await callFromBrowser(confirmAdmin, { body: { passkey } });
        goOn();
        return;
      }
      setFailed(t('renew.passkeyLeft'));
    } catch (error) {
      setFailed(problemText(t, error, t('login.failed')));
    }
    setBusy(false);
  }

  if (step) {
    return (
      <SecondStep
        step={step}
        onInside={(answer) => {
          if (enter(answer)) goOn();
        }}
        onBack={(reason) => {
          setStep(null);
          setFailed(reason ?? null);
        }}
      />
    );
  }
  return (
    <Form method="post" className="space-y-5" onSubmit={(event) => void submit(event)}>
      <p className="text-soft">{t(DIALOG_TEXTS[why], { name: username })}</p>
      {/* For the browser's own keeper of passwords. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordField
        name="password"
        label={t('renew.password', { name: username })}
        autoComplete="current-password"
        validate={(value) => (value ? null : t('login.passwordRequired'))}
      />
      {failed ? (
        <p role="alert" className="text-danger text-sm">
          {failed}
        </p>
      ) : null}
      <SignOnLink />
      <div className="flex flex-wrap justify-end gap-3">
        {hasPasskey ? (
          <Button busy={busy} className="sm:mr-auto" onClick={() => void confirmByPasskey()}>
            {t('renew.passkey')}
          </Button>
        ) : null}
        {why === 'over' ? (
          <Button onClick={() => endSession('over')}>{t('renew.leave')}</Button>
        ) : (
          <Button onClick={() => settleRenewal(false)}>
            {t(why === 'early' ? 'renew.later' : 'renew.cancel')}
          </Button>
        )}
        <Button type="submit" look="primary" busy={busy}>
          {why === 'confirm'
            ? t(busy ? 'renew.confirming' : 'renew.confirm')
            : busy
              ? t('login.signingIn')
              : t('renew.goOn')}
        </Button>
      </div>
    </Form>
  );
}
