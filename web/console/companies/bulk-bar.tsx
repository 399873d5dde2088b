import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { Task } from './task-dialog.tsx';

/** What can be done with the selected companies; stays in sight while the table scrolls. */
export function BulkBar({
  count,
  unseen,
  matching,
  asking,
  onMatching,
  onClear,
  onAskAi,
  onChange,
  onExport,
  onTask,
}: {
  count: number;
  /** Selected rows on other pages. */
  unseen: number;
  /** How many match, where not all of them are selected. */
  matching: number | null;
  /** The companies are being loaded for AI. */
  asking: boolean;
  onMatching(): void;
  onClear(): void;
  onAskAi(): void;
  onChange(): void;
  /** Undefined for who may not export. */
  onExport: ((type: 'json' | 'csv') => void) | undefined;
  onTask(kind: Task['kind']): void;
}) {
  const { t } = useTranslation('edit');
  return (
    <section
      aria-label={t('bulk.label')}
      className="sticky bottom-4 z-20 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-raised p-3 shadow-xl"
    >
      <p className="number flex-1 whitespace-nowrap px-1" aria-live="polite">
        <span className="font-medium">{t('bulk.selected', { count })}</span>
        {unseen > 0 ? (
          <span className="block text-soft text-sm">{t('bulk.unseen', { count: unseen })}</span>
        ) : null}
      </p>
      <div className="flex flex-wrap gap-2">
        {matching === null ? null : (
          <Button onClick={onMatching}>{t('bulk.matching', { count: matching })}</Button>
        )}
        <Button busy={asking} onClick={onAskAi}>
          {t('actions.aiUpdate')}
        </Button>
        <Button onClick={onChange}>{t('change.open')}</Button>
        <Button onClick={() => onTask('show')}>{t('actions.show')}</Button>
        <Button onClick={() => onTask('hide')}>{t('actions.hide')}</Button>
        <Button look="danger" onClick={() => onTask('delete')}>
          {t('actions.deleteSelected')}
        </Button>
        <Button onClick={onClear}>{t('bulk.clear')}</Button>
        {onExport ? (
          <Menu
            label={t('bulk.more')}
            actions={[
              { label: t('bulk.exportJson'), run: () => onExport('json') },
              { label: t('bulk.exportCsv'), run: () => onExport('csv') },
            ]}
          />
        ) : null}
      </div>
    </section>
  );
}
