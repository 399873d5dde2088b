import type { ReactNode } from 'react';
import type { Passkey } from '../../../core/mfa/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../console/format.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';

/** Somebody's passkeys, each with a way to remove it. */
export function PasskeyList({
  passkeys,
  removing,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  /** Id of the passkey that is being removed. */
  removing: string | undefined;
  onRemove(passkey: Passkey): void;
}): ReactNode {
  const { t } = useTranslation('factors');
  const { language } = useRoot();
  if (passkeys.length === 0) return <p className="text-soft text-sm">{t('passkeys.none')}</p>;
  return (
    <ul aria-label={t('passkeys.title')} className="divide-y divide-line border-line border-y">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{passkey.name}</p>
            <p className="number text-soft text-sm">
              {passkey.last_used_at
                ? t('passkeys.used', { date: formatDateTime(passkey.last_used_at, language) })
                : t('passkeys.added', { date: formatDateTime(passkey.created_at, language) })}
            </p>
          </div>
          <Button
            busy={removing === passkey.id}
            aria-label={t('passkeys.removeNamed', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t('remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
