import { readUserStats, type UserStats } from '../../../core/users/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { StatCard, StatSkeletons } from '../../shared/ui/stat-card.tsx';
import { useCall } from '../shared/api.ts';
import { percent } from './percent.ts';
import { useLoggedFailure } from './use-logged-failure.ts';

const USER_CARDS = 6;

const NOBODY: UserStats = {
  total_users: 0,
  verified_users: 0,
  newsletter_subscribers: 0,
  active_users: 0,
  users_with_login: 0,
  new_today: 0,
  new_this_week: 0,
  active_today: 0,
  active_this_week: 0,
};

export function UserStatistics() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useRoot();
  const { data, error, isPending, isFetching, refetch } = useCall(readUserStats, {});
  useLoggedFailure('user statistics', error);
  const stats = data ?? NOBODY;
  const share = (part: number) => `${percent(part, stats.total_users)}%`;
  const shareOfAll = (part: number) => t('users.share', { percent: share(part) });
  const number = (value: number) => formatNumber(value, language);
  const rates = [
    t('users.verificationRate', { percent: share(stats.verified_users) }),
    t('users.subscriptionRate', { percent: share(stats.newsletter_subscribers) }),
    t('users.loginRate', { percent: share(stats.users_with_login) }),
  ];
  return (
    <section aria-labelledby="user-statistics">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="user-statistics" className="text-xl">
          {t('users.title')}
        </h2>
        {isPending ? null : (
          <ul className="number order-last flex w-full flex-wrap gap-2 md:order-none md:w-auto">
            {rates.map((rate) => (
              <li key={rate} className="rounded-full bg-tint px-3 py-1 text-sm">
                {rate}
              </li>
            ))}
          </ul>
        )}
        <Button className="ml-auto" busy={isFetching} onClick={() => void refetch()}>
          {t('users.refresh')}
        </Button>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-3">
        {isPending ? (
          <StatSkeletons count={USER_CARDS} label={t('common:loading')} />
        ) : (
          <>
            <StatCard label={t('users.total')} value={number(stats.total_users)} />
            <StatCard
              label={t('users.verified')}
              value={number(stats.verified_users)}
              note={shareOfAll(stats.verified_users)}
            />
            <StatCard
              label={t('users.newsletter')}
              value={number(stats.newsletter_subscribers)}
              note={shareOfAll(stats.newsletter_subscribers)}
            />
            <StatCard
              label={t('users.active')}
              value={number(stats.active_users)}
              note={shareOfAll(stats.active_users)}
            />
            <PeriodCard
              label={t('users.signUps')}
              today={number(stats.new_today)}
              week={number(stats.new_this_week)}
            />
            <PeriodCard
              label={t('users.activeUsers')}
              today={number(stats.active_today)}
              week={number(stats.active_this_week)}
            />
          </>
        )}
      </dl>
    </section>
  );
}

function PeriodCard({ label, today, week }: { label: string; today: string; week: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <StatCard
      label={label}
      value={
        <span className="flex gap-5 sm:gap-8">
          {[
            [t('users.today'), today],
            [t('users.week'), week],
          ].map(([period, value]) => (
            <span key={period} className="flex flex-col">
              {value}
              <span className="font-normal font-sans text-sm text-soft">{period}</span>
            </span>
          ))}
        </span>
      }
    />
  );
}
