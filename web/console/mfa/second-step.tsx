import { Form } from '@base-ui/react/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { adminLogin } from '../../../core/admins/calls.ts';
import { adminSecondStep, readStepPasskey } from '../../../core/admins/factor-calls.ts';
import type { Answer, Sent } from '../../../core/call.ts';
import type { Factor } from '../../../core/mfa/rules.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { askForPasskey, knowsPasskeys } from '../../shared/mfa/browser-passkey.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';

/** What a log-in answers with that is let in only by a second step. */
export type SecondStepAnswer = Extract<Answer<typeof adminLogin>, { success: false }>;

interface SecondStepProps {
  step: SecondStepAnswer;
  /** With what begins the session. */
  onInside(answer: Answer<typeof adminSecondStep>): void;
  /** The log-in has to begin anew, with a reason where it is not the person's wish. */
  onBack(reason?: string): void;
}

/** Asks for a code or a passkey after the right password. */
export function SecondStep(props: SecondStepProps) {
  return (
    <WithTexts features={['factors']} fallback={<div className="skeleton h-40" />}>
      <StepForm {...props} />
    </WithTexts>
  );
}

function StepForm({ step, onInside, onBack }: SecondStepProps) {
  const { t } = useTranslation(['factors', 'problems', 'common']);
  const { challenge } = step;
  const offered = step.secondFactor.filter((factor) => factor !== 'passkey' || knowsPasskeys());
  const [factor, setFactor] = useState<Factor>(offered[0] ?? 'recovery');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // What is asked for next takes the focus.
  useEffect(() => (factor === 'passkey' ? button : field).current?.focus(), [factor]);

  async function answer(work: () => Promise<Sent<typeof adminSecondStep>['body'] | undefined>) {
    if (busy) return;
    setBusy(true);
    setFailed(null);
    try {
      const body = await work();
      if (body) {
        onInside(await callFromBrowser(adminSecondStep, { body }));
        return;
      }
      setFailed(t('passkeyLeft'));
    } catch (error) {
      if (error instanceof CallError && error.code === 'token_invalid') {
        onBack(t('tookTooLong'));
        return;
      }
      setFailed(problemText(t, error, t('failed')));
    }
    setBusy(false);
    field.current?.select();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // React bubbles the event to forms around the dialog in the tree.
    event.stopPropagation();
    if (factor === 'passkey') {
      void answer(async () => {
        const options = await callFromBrowser(readStepPasskey, { body: { challenge } });
        const passkey = await askForPasskey(options);
        return passkey && { factor: 'passkey', challenge, passkey };
      });
      return;
    }
    const code = String(new FormData(event.currentTarget).get('code'));
    void answer(async () => ({ factor, challenge, code }));
  }

  return (
    <Form method="post" className="space-y-5" onSubmit={submit}>
      <p className="text-soft">{t(`step.${factor}`)}</p>
      {factor === 'passkey' ? null : (
        <TextField
          key={factor}
          ref={field}
          name="code"
          label={t(factor === 'totp' ? 'code' : 'recoveryCode')}
          inputMode={factor === 'totp' ? 'numeric' : 'text'}
          autoComplete={factor === 'totp' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          validate={(value) => (value.trim() ? null : t('codeRequired'))}
        />
      )}
      {failed ? (
        <p role="alert" className="text-danger text-sm">
          {failed}
        </p>
      ) : null}
      <Button ref={button} type="submit" look="primary" className="w-full" busy={busy}>
        {t(factor === 'passkey' ? 'usePasskey' : busy ? 'checking' : 'goOn')}
      </Button>
      <ul className="space-y-1 text-center text-sm">
        {offered
          .filter((other) => other !== factor)
          .map((other) => (
            <li key={other}>
              <button
                type="button"
                className="link min-h-11 text-soft"
                onClick={() => {
                  setFailed(null);
                  setFactor(other);
                }}
              >
                {t(`instead.${other}`)}
              </button>
            </li>
          ))}
        <li>
          <button type="button" className="link min-h-11 text-soft" onClick={() => onBack()}>
            {t('back')}
          </button>
        </li>
      </ul>
    </Form>
  );
}
