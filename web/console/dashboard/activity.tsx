import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import { readTimeSeries } from '../../../core/dashboard/calls.ts';
import { type Language, LOCALES } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { useCall } from '../shared/api.ts';
import { choice, useListState } from '../shared/list-state.ts';
import { LoadFailed } from '../shared/section.tsx';
import { DayChart } from './day-chart.tsx';

// The charts' library is large, and nothing else uses it.

const PERIODS = ['7', '30', '90'] as const;
const ACTIVITY_LIST = { days: choice(PERIODS, '30') };

type ActivityDay = Answer<typeof readTimeSeries>[number];

const METRICS = ['visits', 'views', 'likes', 'comments', 'sign_ups'] as const;
type Metric = (typeof METRICS)[number];

/** How much of the row's width each chart takes, of six parts. */
const SPANS: Record<Metric, string> = {
  visits: 'lg:col-span-3',
  views: 'lg:col-span-3',
  likes: 'lg:col-span-2',
  comments: 'lg:col-span-2',
  sign_ups: 'lg:col-span-2',
};

export function Activity() {
  const { t } = useTranslation('dashboard');
  const {
    state: { days },
    change,
  } = useListState(ACTIVITY_LIST);
  const { data, error, isPlaceholderData, refetch } = useCall(
    readTimeSeries,
    { query: { days } },
    { placeholderData: keepPreviousData },
  );

  return (
    <section aria-labelledby="activity">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="activity" className="text-xl">
          {t('activity.title')}
        </h2>
        <Segments
          label={t('activity.range')}
          options={PERIODS.map((value) => ({ value, label: t('activity.days', { days: value }) }))}
          value={days}
          onChange={(next) => change({ days: next })}
        />
      </div>
      <div className="mt-4" aria-busy={!data || isPlaceholderData}>
        {error && !data ? (
          <LoadFailed error={error} text={t('activity.failed')} onRetry={() => void refetch()} />
        ) : (
          <>
            <div className={`grid grid-cols-1 gap-3 lg:grid-cols-6 ${isPlaceholderData ? 'opacity-60' : ''}`}>
              {METRICS.map((metric) => (
                <MetricChart key={metric} metric={metric} days={data} />
              ))}
            </div>
            {data ? <DayTable days={data} /> : null}
          </>
        )}
      </div>
    </section>
  );
}

/** One figure of each day, on a scale of its own: visits would flatten everything beside them. */
function MetricChart({ metric, days }: { metric: Metric; days: ActivityDay[] | undefined }) {
  const { t } = useTranslation('dashboard');
  const { language } = useRoot();
  const total = days?.reduce((sum, day) => sum + day[metric], 0);
  return (
    <div className={`min-w-0 rounded-xl border border-line bg-raised p-5 ${SPANS[metric]}`}>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-soft text-sm">{t(`activity.${metric}`)}</span>
        <span className="figure font-semibold text-2xl">
          {total === undefined ? null : formatNumber(total, language)}
        </span>
      </p>
      {/* The table below says the same, in words. */}
      <div aria-hidden="true" className="mt-3 h-40 overflow-x-clip pt-2">
        {days ? (
          <DayChart
            days={days.map((day) => ({ day: day.day, value: day[metric] }))}
            formatDay={(day) => formatChartDay(day, language)}
            formatValue={(value) => formatNumber(value, language)}
          />
        ) : (
          <div className="skeleton h-full" />
        )}
      </div>
    </div>
  );
}

/** Table of the daily numbers: always visible to screen readers, to other users on request. */
function DayTable({ days }: { days: ActivityDay[] }) {
  const { t } = useTranslation('dashboard');
  const { language } = useRoot();
  const [shown, setShown] = useState(false);
  return (
    <div className="relative mt-3">
      <Button onClick={() => setShown(!shown)} aria-expanded={shown} aria-controls="activity-table">
        {t(shown ? 'activity.hideTable' : 'activity.showTable')}
      </Button>
      <div
        id="activity-table"
        className={shown ? 'mt-3 max-h-96 overflow-auto rounded-xl border border-line bg-raised' : 'sr-only'}
        {...(shown ? { tabIndex: 0, role: 'region', 'aria-label': t('activity.caption') } : {})}
      >
        <table className="number w-full text-right text-sm">
          <caption className="sr-only">{t('activity.caption')}</caption>
          <thead className="sticky top-0 bg-raised">
            <tr>
              <th scope="col" className="px-4 py-2.5 text-left font-medium text-soft">
                {t('activity.day')}
              </th>
              {METRICS.map((metric) => (
                <th key={metric} scope="col" className="px-4 py-2.5 font-medium text-soft">
                  {t(`activity.${metric}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day} className="border-line border-t">
                <th scope="row" className="whitespace-nowrap px-4 py-2 text-left font-normal">
                  {formatChartDay(day.day, language)}
                </th>
                {METRICS.map((metric) => (
                  <td key={metric} className="px-4 py-2">
                    {formatNumber(day[metric], language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A day of the site's calendar, whatever the browser's time zone. */
function formatChartDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
}
