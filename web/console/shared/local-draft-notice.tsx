import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { LocalDraftOffer } from './local-drafts.ts';

/** Offer to restore typed values that an earlier page kept on this device. */
export function LocalDraftNotice<T>({
  offer,
  onRestore,
}: {
  offer: LocalDraftOffer<T>;
  onRestore(value: T): void;
}) {
  const { t } = useTranslation('console');
  const { language } = useRoot();
  const { draft, isReplacing, take, discard } = offer;
  if (!draft) return null;
  return (
    <div
      role="status"
      className="my-6 flex flex-wrap items-center gap-3 rounded-xl border border-line bg-tint px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        {t('kept.found', { date: formatDateTime(draft.at, language) })}{' '}
        {isReplacing ? t('kept.replaces') : null}
      </p>
      <Button
        onClick={() => {
          const value = take();
          if (value !== undefined) onRestore(value);
        }}
      >
        {t('kept.restore')}
      </Button>
      <Button onClick={discard}>{t('kept.discard')}</Button>
    </div>
  );
}
