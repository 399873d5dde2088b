import { useRef, useState } from 'react';
import { removeProvider, type SignInMethods } from '../../../core/accounts/sign-on-calls.ts';
import { formatTimestamp } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { AccountSection } from './account-page.tsx';

/** The providers that log in to the account, each with a way to remove it; nothing where there are none. */
export function ProviderList({
  providers,
  onRemoved,
}: {
  providers: SignInMethods['providers'];
  onRemoved(id: string): void;
}) {
  const { t } = useTranslation('accounts');
  const { language } = useRoot();
  const removal = useSending(t('methods.failed'));
  const [removing, setRemoving] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  if (providers.length === 0) return null;
  async function remove(id: string) {
    setRemoving(id);
    const isGone = await removal.run(() => sendAsUser(removeProvider, { params: { id } }));
    setRemoving(undefined);
    // The button is gone with its provider.
    if (isGone) {
      list.current?.focus();
      onRemoved(id);
    }
  }
  return (
    <AccountSection id="providers" title={t('methods.title')}>
      <p className="mb-4 text-soft">{t('methods.text')}</p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('methods.title')}
        className="divide-y divide-line border-line border-y outline-none"
      >
        {providers.map(({ id, name, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium">{name}</p>
              <p className="number text-soft text-sm">
                {t('methods.since', { date: formatTimestamp(created_at, language) })}
              </p>
            </div>
            <Button
              busy={removing === id}
              aria-label={t('methods.removeNamed', { name })}
              onClick={() => void remove(id)}
            >
              {t('methods.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Failure text={removal.failed} />
    </AccountSection>
  );
}
