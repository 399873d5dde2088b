import { exportAccount } from '../../../core/accounts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { AccountSection } from './account-page.tsx';

/** A link alone could not carry the token. */
export function DownloadData() {
  const { t } = useTranslation('accounts');
  const { busy, failed, run } = useSending(t('downloadFailed'));

  const download = () =>
    run(async () => {
      const account = await sendAsUser(exportAccount, {});
      const file = new Blob([JSON.stringify(account, null, 2)], { type: 'application/json' });
      saveFile(file, `account-${account.exported_at.slice(0, 10)}.json`);
    });

  return (
    <AccountSection id="data" title={t('myData')}>
      <p className="mb-4 text-soft">{t('myDataText')}</p>
      <Failure text={failed} />
      <Button className="mt-1" busy={busy} onClick={() => void download()}>
        {t('download')}
      </Button>
    </AccountSection>
  );
}
