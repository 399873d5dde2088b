import { z } from 'zod';
import { SOURCE_TOPICS } from '../companies/calls.ts';
import { commonFields, textFields } from '../companies/fields.ts';
import { formatRevenue, parseRevenue } from '../companies/revenue.ts';
import { httpUrl } from '../schemas.ts';

/** What a model may say about a company: every value passes what an administrator's would pass. */
const PROPOSABLE = {
  name: textFields.shape.name,
  description: textFields.shape.description,
  story: textFields.shape.story,
  highlights: textFields.shape.highlights,
  founder: commonFields.shape.founder,
  revenue: commonFields.shape.revenue,
  revenue_as_of: commonFields.shape.revenue_as_of,
  employees: commonFields.shape.employees,
  employees_as_of: commonFields.shape.employees_as_of,
  founded: commonFields.shape.founded,
  website: commonFields.shape.website,
  category: commonFields.shape.category,
} as const;

export type ProposableField = keyof typeof PROPOSABLE;
export type Proposal = { [F in ProposableField]?: NonNullable<z.output<(typeof PROPOSABLE)[F]>> };

/**
 * The fields that an AI update fills in. A company's name and category are its identity and its place
 * in the directory: no fact that a search brings up to date.
 */
export const UPDATE_FIELDS = [
  'description',
  'founder',
  'revenue',
  'revenue_as_of',
  'employees',
  'employees_as_of',
  'founded',
  'website',
  'story',
  'highlights',
] as const satisfies ProposableField[];

/** The fields that an AI search fills in (specification, section 3, 'AI search result'). */
export const SEARCH_FIELDS = [
  'name',
  'description',
  'founder',
  'revenue',
  'employees',
  'founded',
  'website',
  'category',
  'highlights',
] as const satisfies ProposableField[];

/** A source as a model attributes it: the address, and what it says something about. */
const attribution = z.object({ url: httpUrl, supports: z.array(z.string()) });

export interface Attribution {
  url: string;
  supports: (typeof SOURCE_TOPICS)[number][];
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The usable part of what a model said. A value that does not validate, an empty one, and a revenue
 * without a figure in dollars are dropped; a revenue comes in its normal form.
 */
export function readProposal(
  said: Readonly<Record<string, unknown>>,
  fields: readonly ProposableField[],
): Proposal {
  const proposal: Record<string, unknown> = {};
  for (const field of fields) {
    const parsed = PROPOSABLE[field].safeParse(said[field]);
    if (!parsed.success || isEmpty(parsed.data)) continue;
    if (field === 'revenue') {
      const revenue = String(parsed.data);
      if (parseRevenue(revenue) !== null) proposal[field] = formatRevenue(revenue);
    } else {
      proposal[field] = parsed.data;
    }
  }
  return proposal as Proposal;
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
