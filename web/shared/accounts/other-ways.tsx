import { type RefObject, useEffect, useState } from 'react';
import { beginProviderLogin, findProviders, requestLoginLink } from '../../../core/accounts/sign-on-calls.ts';
import type { Answer } from '../../../core/call.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser, storage } from '../api.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from './failure.tsx';
import { useSending } from './sending.ts';

/** Where somebody was before the log-in at a provider. */
export const RETURN_TO_KEY = 'returnTo';

/** Goes to a provider; the page of the log-in comes back. @throws CallError */
async function leaveTo(provider: string): Promise<void> {
  const { url } = await callFromBrowser(beginProviderLogin, { body: { provider } });
  storage.set(RETURN_TO_KEY, `${window.location.pathname}${window.location.search}`);
  window.location.assign(url);
}

/** Ways to log in besides the password: providers, and a mailed link. @param email the field with the address */
export function OtherWays({ email }: { email: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('accounts');
  const { site } = useRoot();
  const { busy, failed, errors, run } = useSending(t('logInFailed'));
  const [providers, setProviders] = useState<Answer<typeof findProviders>>([]);
  const [sentTo, setSentTo] = useState<string | null>(null);

  useEffect(() => {
    let isShown = true;
    callFromBrowser(findProviders, {}).then(
      (found) => {
        if (isShown) setProviders(found);
      },
      // The password is there all the same.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, []);

  async function mailLink() {
    const address = email.current?.value.trim() ?? '';
    setSentTo(null);
    if (address === '') return email.current?.focus();
    if (await run(() => callFromBrowser(requestLoginLink, { body: { email: address } }))) setSentTo(address);
  }

  return (
    <div className="space-y-3 border-line border-t pt-4">
      {providers.map(({ id, name }) => (
        <Button key={id} className="w-full" busy={busy} onClick={() => void run(() => leaveTo(id))}>
          {t('logInWith', { name })}
        </Button>
      ))}
      {site.sendsMail ? (
        <Button className="w-full" busy={busy} onClick={() => void mailLink()}>
          {t('mailLoginLink')}
        </Button>
      ) : null}
      <Failure text={errors['email'] ?? failed} />
      <p role="status" className={sentTo ? 'rounded-lg bg-tint px-4 py-3 text-sm' : 'sr-only'}>
        {sentTo ? t('loginLinkSent', { email: sentTo }) : null}
      </p>
    </div>
  );
}
