import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { StatusIcon } from '../../shared/ui/status-icons.tsx';
import { AiReason } from '../ai/ai-reason.tsx';
import { ChangeList } from './change-list.tsx';

/** What became of an update; `ai` is the error of a provider. */
export type UpdateState =
  | { kind: 'idle' }
  | { kind: 'success'; changes: HistoryChange[] }
  | { kind: 'error'; message: string; ai?: unknown };

/** What became of the last update; an open editor tells its failure itself. Needs the texts of `transfer`. */
export function UpdateStatus({ status, isOpen }: { status: UpdateState; isOpen: boolean }) {
  const { t } = useTranslation('transfer');
  return (
    <div role="status">
      {status.kind === 'success' ? (
        <div className="border-line border-t px-4 py-4 sm:px-6">
          <p className="flex items-center gap-2 font-medium">
            <StatusIcon status="success" />
            {t('card.updated')}
          </p>
          <ChangeList changes={status.changes} />
        </div>
      ) : status.kind === 'error' && !isOpen ? (
        <div className="flex gap-2 border-line border-t px-4 py-4 sm:px-6">
          <StatusIcon status="danger" />
          <div>
            <p className="text-danger">{status.message}</p>
            {status.ai ? <AiReason error={status.ai} /> : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
