import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FOOTER, FOOTER_IN_PAGE } from '../../shared/ui/dialog.tsx';

/** What a form over a company saves: the company, a first draft of it, or the draft that is edited. */
export type SaveTarget = 'company' | 'new-draft' | 'draft';

const USUAL: readonly SaveTarget[] = ['company'];

/** The end of a form over a company: why it was not saved, and the ways out. Needs the texts of `edit`. */
export function SaveBar({
  alert,
  busy,
  saves = USUAL,
  inPage = false,
  onSave,
  onCancel,
}: {
  alert: string | null;
  busy: boolean;
  /** What can be saved; the last one is what Enter does. Drafts need the texts of `drafts`. */
  saves?: readonly SaveTarget[] | undefined;
  /** It stands in a page of its own height, not in a dialog. */
  inPage?: boolean | undefined;
  /** Called for a target that is not the last one. */
  onSave?(target: SaveTarget): void;
  onCancel(): void;
}) {
  const { t } = useTranslation('edit');
  const usual = saves.at(-1);
  return (
    <div className={inPage ? FOOTER_IN_PAGE : FOOTER}>
      <div role="alert" className={`min-w-0 flex-1 text-danger text-sm ${alert ? 'basis-64' : ''}`}>
        {alert ? <p>{alert}</p> : null}
      </div>
      <Button busy={busy} onClick={onCancel}>
        {t('cancel')}
      </Button>
      {saves.map((target) =>
        target === usual ? (
          <Button key={target} type="submit" look="primary" busy={busy}>
            {busy ? t('saving') : <SaveText target={target} />}
          </Button>
        ) : (
          <Button key={target} busy={busy} onClick={() => onSave?.(target)}>
            <SaveText target={target} />
          </Button>
        ),
      )}
    </div>
  );
}

function SaveText({ target }: { target: SaveTarget }) {
  const { t } = useTranslation('edit');
  return target === 'company' ? t('save') : <DraftSaveText isNew={target === 'new-draft'} />;
}

function DraftSaveText({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('drafts');
  return isNew ? t('save') : t('saveAgain');
}
