import { CSPProvider } from '@base-ui/react/csp-provider';
import { Form } from '@base-ui/react/form';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { acceptInvitation, readInvitation } from '../../../core/admins/administrator-calls.ts';
import { ADMIN_PASSWORD_MIN } from '../../../core/admins/rules.ts';
import type { Answer } from '../../../core/call.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useSiteName } from '../../shared/layout/site-name.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { NO_ERRORS, problemFields } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField, TextField } from '../../shared/ui/field.tsx';
import { StatePicture } from '../../shared/ui/state.tsx';
import { SignedOutFrame } from '../shared/frame.tsx';
import { Loading } from '../shared/section.tsx';
import { enter } from '../shared/session.ts';

/** Page of an invitation link: the invited administrator chooses a name and a password. */
export default function InvitationPage() {
  return (
    <CSPProvider disableStyleElements>
      <meta name="robots" content="noindex" />
      <SignedOutFrame>
        <main id="main" className="mx-auto w-full max-w-sm px-4 py-12 sm:py-20">
          <WithTexts
            features={['administrators', 'console', 'password', 'ui', 'problems', 'refusals']}
            fallback={<Loading lines={3} />}
          >
            <InvitationForm />
          </WithTexts>
        </main>
      </SignedOutFrame>
    </CSPProvider>
  );
}

type Invited = Answer<typeof readInvitation>;
type InvitationState = { invited: Invited } | { failed: unknown } | 'invalid' | undefined;

const isInvalid = (error: unknown) => error instanceof CallError && error.code === 'token_invalid';

function InvitationForm() {
  const { t } = useTranslation(['administrators', 'problems', 'common']);
  const token = useSearchParams()[0].get('token') ?? '';
  const [state, setState] = useState<InvitationState>(token ? undefined : 'invalid');
  const read = useCallback(async () => {
    try {
      setState({ invited: await callFromBrowser(readInvitation, { body: { token } }) });
    } catch (error) {
      setState(isInvalid(error) ? 'invalid' : { failed: error });
    }
  }, [token]);
  useEffect(() => {
    if (token) void read();
  }, [token, read]);

  return (
    <>
      <title>{t('administrators:accept.title')}</title>
      <h1 className="text-3xl">{t('administrators:accept.title')}</h1>
      {state === undefined ? (
        <div className="mt-6">
          <Loading lines={3} />
        </div>
      ) : state === 'invalid' ? (
        <InvitationNotice text={t('administrators:accept.invalid')}>
          <a className="button" href={paths.admin()}>
            {t('administrators:accept.toConsole')}
          </a>
        </InvitationNotice>
      ) : 'failed' in state ? (
        <InvitationNotice text={problemText(t, state.failed, t('administrators:accept.failed'))}>
          <Button onClick={() => void read()}>{t('common:retry')}</Button>
        </InvitationNotice>
      ) : (
        <AcceptForm token={token} invited={state.invited} onInvalid={() => setState('invalid')} />
      )}
    </>
  );
}

function InvitationNotice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <StatePicture kind="missing" className="mt-8" />
      <p role="alert" className="mt-6">
        {text}
      </p>
      <div className="mt-8">{children}</div>
    </>
  );
}

function AcceptForm({ token, invited, onInvalid }: { token: string; invited: Invited; onInvalid(): void }) {
  const { t } = useTranslation(['administrators', 'console', 'password', 'problems', 'refusals', 'common']);
  const { language } = useRoot();
  const site = useSiteName();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [errors, setErrors] = useState(NO_ERRORS);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    setFailed(null);
    try {
      const answer = await callFromBrowser(acceptInvitation, {
        body: {
          token,
          username: String(values.get('username')).trim(),
          password: String(values.get('password')),
        },
      });
      if (enter(answer)) void navigate(paths.admin(), { replace: true });
      return;
    } catch (error) {
      if (isInvalid(error)) {
        onInvalid();
        return;
      }
      const fields = problemFields(t, error);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else setFailed(problemText(t, error, t('administrators:accept.failed')));
    }
    setBusy(false);
  }

  return (
    <>
      <p className="mt-2 text-soft">
        {t('administrators:accept.text', {
          name: invited.invited_by,
          site,
          role: t(`console:roles.${invited.role}.name`),
        })}
      </p>
      <p className="mt-1 text-soft text-sm">{t(`console:roles.${invited.role}.text`)}</p>
      <Form method="post" className="mt-8 space-y-5" errors={errors} onSubmit={(event) => void submit(event)}>
        <TextField
          name="username"
          label={t('console:login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          defaultValue={invited.email.split('@')[0] ?? ''}
          validate={(value) => (value.trim() ? null : t('console:login.usernameRequired'))}
        />
        <PasswordField
          name="password"
          label={t('console:login.password')}
          hint={t('administrators:accept.passwordHint', { min: ADMIN_PASSWORD_MIN })}
          autoComplete="new-password"
          validate={(value) =>
            value.length < ADMIN_PASSWORD_MIN
              ? t('refusals:too_short', { min: ADMIN_PASSWORD_MIN, count: ADMIN_PASSWORD_MIN })
              : null
          }
        />
        <PasswordField
          name="confirmation"
          label={t('administrators:accept.repeat')}
          autoComplete="new-password"
          validate={(value, values) =>
            value === String(values['password'] ?? '') ? null : t('password:problem.confirmationDiffers')
          }
        />
        {failed ? (
          <p role="alert" className="text-danger text-sm">
            {failed}
          </p>
        ) : null}
        <Button type="submit" look="primary" className="w-full" busy={busy}>
          {t(busy ? 'console:login.signingIn' : 'administrators:accept.submit')}
        </Button>
        <p className="number text-soft text-sm">
          {t('administrators:invitations.ends', { date: formatDateTime(invited.expires_at, language) })}
        </p>
      </Form>
    </>
  );
}
