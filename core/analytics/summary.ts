import type { AnalyticsSummary } from './calls.ts';

/** What is shown when the summary cannot be had (specification, section 8). */
export const EMPTY_SUMMARY: AnalyticsSummary = {
  totalVisits: 0,
  uniqueVisitors: 0,
  totalCompanyViews: 0,
  categoryBreakdown: {},
};

export function totalInteractions(summary: AnalyticsSummary): number {
  return Object.values(summary.categoryBreakdown).reduce((sum, views) => sum + views, 0);
}
