import { useEffect, useState } from 'react';
import type { PublicUser } from '../../../core/accounts/calls.ts';
import { readSignInMethods, type SignInMethods } from '../../../core/accounts/sign-on-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountTexts } from '../../shared/accounts/account-texts.tsx';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { takeFocus } from '../../shared/accounts/take-focus.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { Seo } from '../page/seo.tsx';
import { AccountPage } from './account-page.tsx';
import { ChangePasswordForm, SetPassword } from './change-password-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { ProviderList } from './provider-list.tsx';
import { SessionList } from './session-list.tsx';

export default function SettingsPage() {
  const [deleted, setDeleted] = useState(false);
  if (deleted) {
    return (
      <AccountTexts>
        <AccountDeleted />
      </AccountTexts>
    );
  }
  return (
    <AccountPage title="accountSettings">
      {(user) => <Settings user={user} onDeleted={() => setDeleted(true)} />}
    </AccountPage>
  );
}

function Settings({ user, onDeleted }: { user: PublicUser; onDeleted(): void }) {
  // A change of the password ends the other sessions: the list is asked for again.
  const [passwordChanges, setPasswordChanges] = useState(0);
  // Where these cannot be read, the page is that of an account with a password.
  const [{ has_password, providers }, setMethods] = useState<SignInMethods>({
    has_password: true,
    providers: [],
  });
  useEffect(() => void sendAsUser(readSignInMethods, {}).then(setMethods, () => undefined), []);
  return (
    <>
      {has_password ? (
        <ChangePasswordForm user={user} onChanged={() => setPasswordChanges(passwordChanges + 1)} />
      ) : (
        <SetPassword email={user.email} />
      )}
      <SessionList key={passwordChanges} />
      <ProviderList
        providers={providers}
        onRemoved={(id) =>
          setMethods({ has_password, providers: providers.filter((provider) => provider.id !== id) })
        }
      />
      <Passkeys />
      <DownloadData />
      <DeleteAccount hasPassword={has_password} onDeleted={onDeleted} />
    </>
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
