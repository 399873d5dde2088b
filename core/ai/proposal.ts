import { z } from 'zod';
import {
  FIELDS,
  type Proposed,
  type SearchField,
  SOURCE_TOPICS,
  type UpdateField,
} from '../companies/fields.ts';
import { formatRevenue, parseRevenue } from '../companies/revenue.ts';
import { httpUrl } from '../schemas.ts';

/** A source as a model attributes it: the address, and what it says something about. */
const attribution = z.object({ url: httpUrl, supports: z.array(z.string()) });

export interface Attribution {
  url: string;
  supports: (typeof SOURCE_TOPICS)[number][];
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The usable part of what a model said: every value passes what an administrator's would. A value that does not validate, an empty one, and a revenue
 * without a figure in dollars are dropped; a revenue comes in its normal form.
 */
export function readProposal(
  said: Readonly<Record<string, unknown>>,
  fields: readonly (UpdateField | SearchField)[],
): Proposed {
  const proposal: Record<string, unknown> = {};
  for (const field of fields) {
    const parsed = FIELDS[field].schema.safeParse(said[field]);
    if (!parsed.success || isEmpty(parsed.data)) continue;
    if (field === 'revenue') {
      const revenue = String(parsed.data);
      if (parseRevenue(revenue) !== null) proposal[field] = formatRevenue(revenue);
    } else {
      proposal[field] = parsed.data;
    }
  }
  return proposal as Proposed;
}

/** The sources a model attributes its values to; topics that the directory does not know are dropped. */
export function readAttributions(said: unknown): Attribution[] {
  if (!Array.isArray(said)) return [];
  return said.flatMap((entry) => {
    const parsed = attribution.safeParse(entry);
    if (!parsed.success) return [];
    const supports = SOURCE_TOPICS.filter((topic) => parsed.data.supports.includes(topic));
    return supports.length > 0 ? [{ url: parsed.data.url, supports }] : [];
  });
}
