import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FOOTER, FOOTER_IN_PAGE } from '../../shared/ui/dialog.tsx';

/** The end of a form over a company: why it was not saved, and the ways out. Needs the texts of `edit`. */
export function SaveBar({
  alert,
  busy,
  inPage = false,
  onCancel,
}: {
  alert: string | null;
  busy: boolean;
  /** It stands in a page of its own height, not in a dialog. */
  inPage?: boolean | undefined;
  onCancel(): void;
}) {
  const { t } = useTranslation('edit');
  return (
    <div className={inPage ? FOOTER_IN_PAGE : FOOTER}>
      <div role="alert" className={`min-w-0 flex-1 text-danger text-sm ${alert ? 'basis-64' : ''}`}>
        {alert ? <p>{alert}</p> : null}
      </div>
      <Button busy={busy} onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" look="primary" busy={busy}>
        {busy ? t('saving') : t('save')}
      </Button>
    </div>
  );
}
