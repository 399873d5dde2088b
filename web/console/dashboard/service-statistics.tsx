import { readSummary } from '../../../core/analytics/calls.ts';
import { EMPTY_SUMMARY } from '../../../core/analytics/summary.ts';
import type { Answer } from '../../../core/call.ts';
import { allCategories } from '../../../core/categories.ts';
import { readAdminStats } from '../../../core/dashboard/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StatCard, StatSkeletons } from '../../shared/ui/stat-card.tsx';
import { useCall } from '../shared/api.ts';
import { CategoryViews } from './category-views.tsx';
import { useLoggedFailure } from './use-logged-failure.ts';

/** What the server says instead of a date. */
const NEVER = 'Never';
const SERVICE_CARDS = 8;

const noStats = (): Answer<typeof readAdminStats> => ({
  totalCompanies: 0,
  avgScore: 0,
  lastMigration: NEVER,
  totalCategories: allCategories().length,
});

export function ServiceStatistics() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useRoot();
  const adminStats = useCall(readAdminStats, {});
  const analytics = useCall(readSummary, { query: { range: 'all' } });
  useLoggedFailure('service statistics', adminStats.error);
  useLoggedFailure('analytics summary', analytics.error);
  const stats = adminStats.data ?? noStats();
  const summary = analytics.data ?? EMPTY_SUMMARY;
  const active = Object.values(summary.categoryBreakdown).filter((views) => views > 0).length;
  const number = (value: number) => formatNumber(value, language);
  const isNever = stats.lastMigration === NEVER;
  return (
    <section aria-labelledby="service-statistics">
      <h2 id="service-statistics" className="text-xl">
        {t('service.title')}
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {adminStats.isPending || analytics.isPending ? (
          <StatSkeletons count={SERVICE_CARDS} label={t('common:loading')} />
        ) : (
          <>
            <StatCard label={t('service.totalCompanies')} value={number(stats.totalCompanies)} />
            <StatCard label={t('service.categories')} value={number(stats.totalCategories)} />
            <StatCard label={t('service.averageScore')} value={number(stats.avgScore)} />
            <StatCard
              label={t('service.lastMigration')}
              value={isNever ? t('service.never') : formatDateTime(stats.lastMigration, language)}
              isText
            />
            <StatCard label={t('service.totalVisits')} value={number(summary.totalVisits)} />
            <StatCard label={t('service.uniqueVisitors')} value={number(summary.uniqueVisitors)} />
            <StatCard label={t('service.companyViews')} value={number(summary.totalCompanyViews)} />
            <StatCard label={t('service.activeCategories')} value={number(active)} />
          </>
        )}
      </dl>
      {analytics.data ? <CategoryViews views={summary.categoryBreakdown} /> : null}
    </section>
  );
}
