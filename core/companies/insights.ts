import { isAcquisition } from './acquisition.ts';
import { parseRevenue } from './revenue.ts';

interface InsightCompany {
  revenue: string | null;
  employees: number | null;
  founded: number | null;
  revenue_per_person: number | null;
}

export interface Insights {
  /** Companies with at least that revenue; one in a higher bucket counts in the lower ones too. */
  over1M: number;
  over10M: number;
  over100M: number;
  /** Rounded to whole people and years; null when no company states it. */
  averageEmployees: number | null;
  averageAge: number | null;
  /** The middle one, or between the two in the middle: half are below it. Revenue in US dollars. */
  medianEmployees: number | null;
  medianRevenue: number | null;
  medianPerPerson: number | null;
}

function average(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2);
}

/** The Category Insights box (specification, 'All-companies page'). `year` is the current year. */
export function insights(companies: readonly InsightCompany[], year: number): Insights {
  const result = { over1M: 0, over10M: 0, over100M: 0 };
  for (const { revenue } of companies) {
    const amount = isAcquisition(revenue) ? Number.POSITIVE_INFINITY : (parseRevenue(revenue) ?? 0);
    if (amount >= 1e6) result.over1M++;
    if (amount >= 1e7) result.over10M++;
    if (amount >= 1e8) result.over100M++;
  }
  const employees = average(companies.flatMap((company) => company.employees ?? []));
  // Current year minus the average founding year, as the specification words it.
  const founded = average(companies.flatMap((company) => company.founded ?? []));
  return {
    ...result,
    averageEmployees: employees === null ? null : Math.round(employees),
    medianEmployees: median(companies.flatMap((company) => company.employees ?? [])),
    medianRevenue: median(companies.flatMap(({ revenue }) => parseRevenue(revenue) ?? [])),
    medianPerPerson: median(companies.flatMap((company) => company.revenue_per_person ?? [])),
    averageAge: founded === null ? null : Math.round(year - founded),
  };
}
