import { displayName } from '../../../core/accounts/display-name.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { type Mail, type MailKind, writeMail } from '../../platform/mail/message.ts';
import type { Services } from '../../services.ts';
import type { User } from './store.ts';

type AccountMail = Extract<
  MailKind,
  | 'verification'
  | 'reset'
  | 'alreadyRegistered'
  | 'passwordChanged'
  | 'passkeyAdded'
  | 'loginLink'
  | 'joinProvider'
>;

/** The mails about an account. Links come from SITE_URL only, never from a request. */
export function accountMails({
  env,
}: Pick<Services, 'env'>): (kind: AccountMail, user: User, token?: string) => Mail {
  const link: Record<AccountMail, (token: string) => string> = {
    verification: (token) => `${env.SITE_URL}/verify-email?token=${token}`,
    reset: (token) => `${env.SITE_URL}/reset-password?token=${token}`,
    alreadyRegistered: () => `${env.SITE_URL}/`,
    passwordChanged: () => `${env.SITE_URL}/`,
    passkeyAdded: () => `${env.SITE_URL}/`,
    loginLink: (token) => `${env.SITE_URL}/sign-in?link=${token}`,
    joinProvider: (token) => `${env.SITE_URL}/sign-in?join=${encodeURIComponent(token)}`,
  };
  return (kind, user, token = '') =>
    writeMail(kind, {
      to: user.email,
      name: displayName(user),
      language: user.language,
      site: siteName(env.SITE_NAME, user.language),
      link: link[kind](token),
    });
}
