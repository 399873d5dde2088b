import { isAcquisition, parseRevenue } from './revenue.ts';

interface InsightCompany {
  revenue: string | null;
  employees: number | null;
  founded: number | null;
}

export interface Insights {
  /** Companies with at least that revenue; one in a higher bucket counts in the lower ones too. */
  over1M: number;
  over10M: number;
  over100M: number;
  /** Rounded to whole people and years; null when no company states it. */
  averageEmployees: number | null;
  averageAge: number | null;
}

function average(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
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
    averageAge: founded === null ? null : Math.round(year - founded),
  };
}
