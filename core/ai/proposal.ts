import { z } from 'zod';
import type { Founder } from '../companies/facts.ts';
import type { Field } from '../companies/field-kinds.ts';
import { type AiSearchField, FIELDS, type Proposed, type UpdateField } from '../companies/fields.ts';
import { formatRevenue, parseRevenue } from '../companies/revenue.ts';
import { companyId, givesId } from '../companies/slug.ts';
import { SOURCE_TOPICS } from '../companies/sources.ts';
import type { Language } from '../languages.ts';
import { httpUrlSchema } from '../schemas.ts';

/** A source in the answer of a model, with the fields that it supports. */
const attributionSchema = z.object({ url: httpUrlSchema, supports: z.array(z.string()) });

export interface Attribution {
  url: string;
  supports: (typeof SOURCE_TOPICS)[number][];
}

const isEmptyValue = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Removes null properties of a table row: models name every property. */
const withoutNulls = (row: unknown) =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
    ? Object.fromEntries(Object.entries(row).filter(([, part]) => part !== null))
    : row;

/** Model answer for a field, reduced to storable values: valid rows of a table, known options of a choice. */
function toFieldValue({ control, schema, options = [], most = 0 }: Field, answer: unknown): unknown {
  if (control === 'choices' && Array.isArray(answer))
    return answer.filter((one) => options.includes(one)).slice(0, most);
  if (control === 'record') return withoutNulls(answer);
  if (control !== 'table' || !Array.isArray(answer)) return answer;
  return answer
    .map(withoutNulls)
    .filter((row) => schema.safeParse([row]).success)
    .slice(0, most);
}

/** The founders as persons, by their names: the same name is the same person. */
export function foundersOf(names: string, language: Language): Founder[] {
  const people = names
    .split(/[,、，;；]|\s(?:and|&)\s/)
    .map((name) => name.trim())
    .filter((name) => givesId(name));
  const founders = people.map((name) => ({ id: companyId(name, 0), name: { [language]: name } }));
  const parsed = FIELDS.founders.schema.safeParse([
    ...new Map(founders.map((founder) => [founder.id, founder])).values(),
  ]);
  return parsed.success ? (parsed.data as Founder[]) : [];
}

/**
 * The usable part of what a model said: every value passes what an administrator's would. A value that does not validate, an empty one, and a revenue
 * without a figure in dollars are dropped; a revenue comes in its normal form.
 * @param own descriptors of own fields that were asked for too, by name
 */
export function readProposal(
  output: Readonly<Record<string, unknown>>,
  fields: readonly (UpdateField | AiSearchField)[],
  own: Readonly<Record<string, Field>> = {},
): Proposed {
  const proposal: Record<string, unknown> = {};
  const asked = [...fields.map((name) => [name, FIELDS[name]] as const), ...Object.entries(own)];
  for (const [field, known] of asked) {
    const parsed = known.schema.safeParse(toFieldValue(known, output[field] ?? null));
    if (!parsed.success || isEmptyValue(parsed.data)) continue;
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
