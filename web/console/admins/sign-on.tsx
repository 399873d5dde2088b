import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { beginSignOn, readSignOn } from '../../../core/admins/sign-on-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';

/** The name of the provider by which one can sign on; null where there is none, or it is not known yet. */
export function useSignOn(): string | null {
  const { data } = useQuery({
    queryKey: [readSignOn.name],
    queryFn: () => callFromBrowser(readSignOn, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.name ?? null;
}

/** Leaves for the provider. @throws CallError */
export async function leaveToSignOn(): Promise<void> {
  const { url } = await callFromBrowser(beginSignOn, {});
  location.assign(url);
}

/** The other way to a new session, in a tab of its own: this one keeps what is on it, and goes on by itself. */
export function SignOnLink() {
  const { t } = useTranslation('console');
  const name = useSignOn();
  if (name === null) return null;
  return (
    <p>
      <a
        className="text-accent text-sm underline decoration-line underline-offset-4"
        href={paths.signOn()}
        target="_blank"
        rel="noopener"
      >
        {t('signOn.newTab', { name })}
      </a>
    </p>
  );
}

/** The other way in, below the password's, where there is one. */
export function SignOnButton() {
  const { t } = useTranslation(['console', 'problems', 'common']);
  const name = useSignOn();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  if (name === null) return null;

  async function leave() {
    setBusy(true);
    setFailed(null);
    try {
      // The page stays busy: it is about to go.
      await leaveToSignOn();
    } catch (error) {
      setFailed(problemText(t, error, t('signOn.failed')));
      setBusy(false);
    }
  }

  return (
    <div className="mt-6">
      <p className="mb-6 flex items-center gap-3 text-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('signOn.or')}
      </p>
      <Button className="w-full" busy={busy} onClick={() => void leave()}>
        {t(busy ? 'signOn.going' : 'signOn.button', { name })}
      </Button>
      {failed ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {failed}
        </p>
      ) : null}
    </div>
  );
}
