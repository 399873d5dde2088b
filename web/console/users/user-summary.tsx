import { readUserStats } from '../../../core/users/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StatCard, StatSkeletons } from '../../shared/ui/stat-card.tsx';
import { useCall } from '../shared/api.ts';

const COUNTS = [
  ['all', 'total_users'],
  ['verified', 'verified_users'],
  ['subscribed', 'newsletter_subscribers'],
  ['active', 'active_users'],
] as const;

/** How many users there are of each kind, whatever the filters. */
export function UserSummary() {
  const { t } = useTranslation(['users', 'common']);
  const { language } = useRoot();
  const { data, isPending } = useCall(readUserStats, {});
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {isPending ? (
        <StatSkeletons count={COUNTS.length} label={t('common:loading')} />
      ) : (
        COUNTS.map(([name, count]) => (
          <StatCard
            key={name}
            label={t(`users:summary.${name}`)}
            value={data ? formatNumber(data[count], language) : '–'}
          />
        ))
      )}
    </dl>
  );
}
