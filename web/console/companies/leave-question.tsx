import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';

/** Asks before something else is begun where something would be lost. Needs the texts of `edit`. */
export function useLeaveQuestion(unsaved: boolean): {
  begin(start: () => void): void;
  question: ReactNode;
} {
  const { t } = useTranslation('edit');
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  return {
    begin(start) {
      if (unsaved) setLeaving(() => start);
      else start();
    },
    question: (
      <Confirm
        open={leaving !== null}
        type="warning"
        title={t('leave.title')}
        message={t('leave.text')}
        confirmLabel={t('leave.discard')}
        cancelLabel={t('leave.stay')}
        onConfirm={() => {
          setLeaving(null);
          leaving?.();
        }}
        onCancel={() => setLeaving(null)}
      />
    ),
  };
}
