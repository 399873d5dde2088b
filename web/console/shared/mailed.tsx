import { readAdminSession } from '../../../core/admins/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ToastOptions } from '../../shared/ui/toast.tsx';
import { useCall } from './api.ts';

/** Long enough to read where a mail is, in milliseconds. */
const READ_WITHIN = 15_000;

/** Where mails are kept because there is no mail server; null where they are sent, or that is not known yet. */
const useMailFolder = () => useCall(readAdminSession, {}).data?.mailsKeptIn ?? null;

/** Toast after a mail was sent: `sent`, or without a mail server the folder of the mail. */
export function useMailedToast(): (email: string, sent: ToastOptions) => ToastOptions {
  const { t } = useTranslation('console');
  const folder = useMailFolder();
  return (email, sent) =>
    folder === null
      ? sent
      : {
          type: 'warning',
          title: t('unmailed.title'),
          message: t('unmailed.text', { email, folder }),
          duration: READ_WITHIN,
        };
}

/** Says before a mail is asked for that there is no mail server. */
export function NoMailServer() {
  const { t } = useTranslation('console');
  const folder = useMailFolder();
  return folder === null ? null : (
    <p className="text-soft text-sm wrap-anywhere">{t('unmailed.before', { folder })}</p>
  );
}
