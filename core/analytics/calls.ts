import { z } from 'zod';
import { defineCall } from '../call.ts';
import { COUNTING_LIMIT, NEW_SESSIONS } from '../limits.ts';
import { categorySchema, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';

export const ANALYTICS_RANGES = ['today', '7d', '30d', 'all'] as const;
export type AnalyticsRange = (typeof ANALYTICS_RANGES)[number];

export const analyticsSummarySchema = z.object({
  totalVisits: z.number().int(),
  uniqueVisitors: z.number().int(),
  totalCompanyViews: z.number().int(),
  /** Category id to views of companies in it. */
  categoryBreakdown: z.record(z.string(), z.number().int()),
});
export type AnalyticsSummary = z.output<typeof analyticsSummarySchema>;

export const readSummary = defineCall({
  name: 'readAnalyticsSummary',
  method: 'GET',
  path: '/analytics/summary',
  access: 'public',
  tag: 'Analytics',
  summary: "Visits, visitors and views of today in the site's time zone, or of a longer range ending today.",
  query: z.object({
    range: z.enum(ANALYTICS_RANGES, { error: `Must be one of ${ANALYTICS_RANGES.join(', ')}` }).optional(),
  }),
  answer: analyticsSummarySchema,
  cached: true,
});

export const recordPageVisit = defineCall({
  name: 'recordPageVisit',
  method: 'POST',
  path: '/analytics/page-visit',
  access: 'public',
  limit: [NEW_SESSIONS, COUNTING_LIMIT],
  tag: 'Analytics',
  summary:
    'Counts a visit of a page. The answer carries the visitor session to keep; an unknown one is replaced.',
  body: z.object({
    page: z.string().trim().min(1).max(200).refine(isStorable, unstorable),
    sessionId: z.string().max(500).nullish(),
  }),
  answer: z.object({ success: z.literal(true), sessionId: z.string() }),
});

export const recordCategoryView = defineCall({
  name: 'recordCategoryView',
  method: 'POST',
  path: '/analytics/category-view',
  access: 'public',
  limit: [COUNTING_LIMIT],
  tag: 'Analytics',
  summary:
    'Counts an interaction with a category; a repeat by the same visitor within 30 minutes is not counted, nor one with a company that is not shown in it.',
  body: z.object({
    category: categorySchema,
    companyId: z.string().min(1).max(200).refine(isStorable, unstorable).nullish(),
  }),
  answer: z.object({ success: z.literal(true) }),
});

export const resetAnalytics = defineCall({
  name: 'resetAnalytics',
  method: 'POST',
  path: '/analytics/reset',
  access: 'admin',
  permission: 'statistics.reset',
  audit: 'statistics.reset',
  tag: 'Analytics',
  summary: 'Sets every total to zero.',
  answer: z.object({ success: z.literal(true) }),
});
