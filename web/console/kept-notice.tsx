import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { formatDateTime } from './format.ts';
import type { KeptDraft } from './kept-drafts.ts';

/** Offers typed work that an earlier page left on this device. */
export function KeptNotice<T>({
  kept,
  onRestore,
  onDiscard,
}: {
  kept: KeptDraft<T> | null;
  onRestore(value: T): void;
  onDiscard(): void;
}) {
  const { t } = useTranslation('console');
  const { language } = useRoot();
  if (!kept) return null;
  return (
    <div
      role="status"
      className="my-6 flex flex-wrap items-center gap-3 rounded-xl border border-line bg-tint px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        {t('kept.found', { date: formatDateTime(kept.at, language) })}
      </p>
      <Button
        onClick={() => {
          onRestore(kept.value);
          onDiscard();
        }}
      >
        {t('kept.restore')}
      </Button>
      <Button onClick={onDiscard}>{t('kept.discard')}</Button>
    </div>
  );
}
