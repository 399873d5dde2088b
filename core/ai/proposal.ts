import { z } from 'zod';
import {
  FIELDS,
  type Proposed,
  type SearchField,
  SOURCE_TOPICS,
  type UpdateField,
} from '../companies/fields.ts';
import { formatRevenue, parseRevenue } from '../companies/revenue.ts';
import { httpUrlSchema } from '../schemas.ts';

/** A source as a model attributes it: the address, and what it says something about. */
const attributionSchema = z.object({ url: httpUrlSchema, supports: z.array(z.string()) });

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
  output: Readonly<Record<string, unknown>>,
  fields: readonly (UpdateField | SearchField)[],
): Proposed {
  const proposal: Record<string, unknown> = {};
  for (const field of fields) {
    const parsed = FIELDS[field].schema.safeParse(output[field]);
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
export function readAttributions(output: unknown): Attribution[] {
  if (!Array.isArray(output)) return [];
  return output.flatMap((entry) => {
    const parsed = attributionSchema.safeParse(entry);
    if (!parsed.success) return [];
    const supports = SOURCE_TOPICS.filter((topic) => parsed.data.supports.includes(topic));
    return supports.length > 0 ? [{ url: parsed.data.url, supports }] : [];
  });
}
