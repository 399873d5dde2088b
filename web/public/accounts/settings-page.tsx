import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountTexts } from '../../shared/accounts/account-texts.tsx';
import { takeFocus } from '../../shared/accounts/take-focus.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { Seo } from '../page/seo.tsx';
import { AccountPage } from './account-page.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { SessionList } from './session-list.tsx';

export default function SettingsPage() {
  const [deleted, setDeleted] = useState(false);
  // A change of the password ends the other sessions: the list is asked for again.
  const [passwordChanges, setPasswordChanges] = useState(0);
  if (deleted) {
    return (
      <AccountTexts>
        <AccountDeleted />
      </AccountTexts>
    );
  }
  return (
    <AccountPage title="accountSettings">
      {(user) => (
        <>
          <ChangePasswordForm user={user} onChanged={() => setPasswordChanges(passwordChanges + 1)} />
          <SessionList key={passwordChanges} />
          <Passkeys />
          <DownloadData />
          <DeleteAccount onDeleted={() => setDeleted(true)} />
        </>
      )}
    </AccountPage>
  );
}

function AccountDeleted() {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <div className="mx-auto max-w-xl py-24 text-center">
      <Seo title={t('deletedTitle')} description={t('deletedText')} noindex />
      <h1 ref={takeFocus} tabIndex={-1} className="text-3xl outline-none">
        {t('deletedTitle')}
      </h1>
      <p className="mt-4 text-soft">{t('deletedText')}</p>
      <PageLink to={paths.home()} className="button mt-8">
        {t('common:backHome')}
      </PageLink>
    </div>
  );
}
