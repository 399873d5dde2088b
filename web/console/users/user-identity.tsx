import { initials } from '../../../core/accounts/display-name.ts';
import type { AdminUser } from '../../../core/users/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Badge } from '../../shared/ui/badge.tsx';

/** The first two letters of the display name, in upper case. */
export function Avatar({ name, size = 'small' }: { name: string; size?: 'small' | 'large' }) {
  return (
    <span
      aria-hidden="true"
      className={`flex shrink-0 items-center justify-center rounded-full bg-tint font-semibold text-accent ${size === 'small' ? 'size-10 text-sm' : 'size-14 text-lg'}`}
    >
      {initials(name)}
    </span>
  );
}

/** Breaks before the at sign where it does not fit on a line. */
export function EmailText({ email, className }: { email: string; className: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className={`wrap-anywhere ${className}`}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

export function StatusBadges({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  return (
    <div className="flex flex-wrap gap-1 text-xs">
      <Badge tone={user.email_verified ? 'good' : 'warning'}>
        {t(user.email_verified ? 'status.verified' : 'status.unverified')}
      </Badge>
      {user.newsletter_subscribed ? <Badge tone="neutral">{t('status.newsletter')}</Badge> : null}
      <Badge tone={user.is_active ? 'good' : 'danger'}>
        {t(user.is_active ? 'status.active' : 'status.suspended')}
      </Badge>
    </div>
  );
}

/** The one state of an account (specification, section 4, 'User badge'). */
export function UserBadge({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  if (!user.is_active) return <Badge tone="danger">{t('status.inactive')}</Badge>;
  if (!user.email_verified) return <Badge tone="warning">{t('status.unverified')}</Badge>;
  return <Badge tone="good">{t('status.active')}</Badge>;
}
