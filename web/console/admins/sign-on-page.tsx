import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { finishSignOn } from '../../../core/admins/sign-on-calls.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { SignedOutFrame } from '../shared/frame.tsx';
import { Loading } from '../shared/section.tsx';
import { enter } from '../shared/session.ts';
import { leaveToSignOn } from './sign-on.tsx';

/** Where the provider sends back to: its answer becomes a session. Without an answer the way there begins. */
export default function SignOnPage() {
  return (
    <CSPProvider disableStyleElements>
      <meta name="robots" content="noindex" />
      <SignedOutFrame>
        <main id="main" className="mx-auto w-full max-w-sm px-4 py-16 sm:py-28">
          <WithTexts features={['console', 'ui', 'problems']} fallback={<Loading lines={3} />}>
            <SignOn />
          </WithTexts>
        </main>
      </SignedOutFrame>
    </CSPProvider>
  );
}

function SignOn() {
  const { t } = useTranslation(['console', 'problems', 'common']);
  const { search } = useLocation();
  const navigate = useNavigate();
  const [failed, setFailed] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  // The answer is looked at once, also where React runs an effect twice.
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const query = search.slice(1);
    if (query === '') {
      leaveToSignOn().catch((error: unknown) => setFailed(error));
      return;
    }
    // Removes the one-time values from the address, the history and reloads.
    void navigate({ search: '' }, { replace: true });
    callFromBrowser(finishSignOn, { body: { query } }).then(
      (answer) => {
        if (enter(answer)) void navigate(paths.admin(), { replace: true });
      },
      (error: unknown) => setFailed(error),
    );
  }, [search, navigate]);

  async function again() {
    setBusy(true);
    await leaveToSignOn().catch((error: unknown) => {
      setFailed(error);
      setBusy(false);
    });
  }

  return (
    <>
      <title>{t('signOn.title')}</title>
      <h1 className="text-3xl">{t('login.title')}</h1>
      {failed === undefined ? (
        <p role="status" className="mt-4 text-soft">
          {t('signOn.working')}
        </p>
      ) : (
        <>
          <p role="alert" className="mt-4">
            {problemText(t, failed, t('signOn.failed'))}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button look="primary" busy={busy} onClick={() => void again()}>
              {t('signOn.again')}
            </Button>
            <a className="button" href={paths.admin()}>
              {t('signOn.password')}
            </a>
          </div>
        </>
      )}
    </>
  );
}
