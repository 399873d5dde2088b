import { searchForm, searchTerms } from '../../core/text.ts';
import type { AdminUser, UserSort } from '../../core/users/calls.ts';
import type { UserAddress } from './user-address.ts';

type View = Pick<UserAddress, 'q' | 'verification' | 'newsletter' | 'account' | 'sort' | 'desc'>;

/** A line feed keeps a term from matching across two fields. */
function searched(user: AdminUser): string {
  return searchForm(
    [user.email, user.nickname, user.first_name, user.last_name, user.organization].join('\n'),
  );
}

const KEYS: Record<UserSort, (user: AdminUser) => string | number | null> = {
  email: (user) => searchForm(user.email),
  email_verified: (user) => Number(user.email_verified),
  organization: (user) => (user.organization === null ? null : searchForm(user.organization)),
  created_at: (user) => user.created_at,
};

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/**
 * The users that match, in order, by the server's own rules: every term is found; upwards unknown
 * values come last, downwards is the reverse.
 */
export function selectUsers(users: readonly AdminUser[], view: View): AdminUser[] {
  const terms = searchTerms(view.q);
  const fits = (choice: string, yes: string, is: boolean) => choice === 'all' || (choice === yes) === is;
  const key = KEYS[view.sort];
  const direction = view.desc ? -1 : 1;
  return users
    .filter((user) => {
      const text = searched(user);
      return (
        fits(view.verification, 'verified', user.email_verified) &&
        fits(view.newsletter, 'subscribed', user.newsletter_subscribed) &&
        fits(view.account, 'active', user.is_active) &&
        terms.every((term) => text.includes(term))
      );
    })
    .map((user) => ({ user, key: key(user) }))
    .sort((a, b) => direction * (compare(a.key, b.key) || compare(a.user.id, b.user.id)))
    .map(({ user }) => user);
}
