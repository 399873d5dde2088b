import { z } from 'zod';
import { defineCall } from '../call.ts';
import { findCompanyRows } from '../companies/admin-calls.ts';
import { sharedFieldsSchema } from '../companies/fields.ts';
import { rowFilters } from '../companies/row-filters.ts';
import { refusedAs } from '../refusal.ts';
import { companyCategorySchema, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { jobSchema } from './calls.ts';

/** Most companies of one change. */
export const BULK_CHANGE_MAX = 100_000;

const { kinds, tags, status, score, fields } = sharedFieldsSchema.shape;
const listChange = <T extends z.ZodType>(list: T) =>
  z.strictObject({ add: list.optional(), remove: list.optional() });

/** What is to be the same in many companies. */
export const bulkChangeSchema = z
  .strictObject({
    show_on_site: z.boolean(),
    category: companyCategorySchema,
    status,
    score,
    kinds: listChange(kinds),
    tags: listChange(tags),
    /** Values of own fields, by their ids; a field that is left out stays. */
    fields,
    /** Into the trash; with nothing else. */
    delete: z.literal(true),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), refusedAs('required'))
  .refine((change) => !change.delete || Object.keys(change).length === 1, refusedAs('delete_alone'));
export type BulkChange = z.output<typeof bulkChangeSchema>;

const { language, q, category, years, months } = findCompanyRows.query.shape;

const selectedIdSchema = z.string().min(1).max(200).refine(isStorable, unstorable);
/** Most companies that match a filter and are left out. */
export const EXCEPT_MAX = 1000;

/** The companies of a call, by their ids or by the filters of the console's table. */
const selection = {
  ids: z.array(selectedIdSchema).min(1).max(BULK_CHANGE_MAX).optional(),
  filter: z.strictObject({ language, q, category, ...rowFilters, years, months }).optional(),
  except: z
    .array(selectedIdSchema)
    .max(EXCEPT_MAX)
    .optional()
    .describe('With `filter`: matching companies that are left out.'),
  matching: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'With `filter`: how many the caller saw match. Where another number matches now, it is a `conflict`.',
    ),
};
const isOneSelection = (body: { [name in keyof typeof selection]?: unknown }): boolean =>
  body.ids === undefined
    ? body.filter !== undefined
    : [body.filter, body.except, body.matching].every((one) => one === undefined);
export const selectionSchema = z.object(selection).refine(isOneSelection, refusedAs('ids_or_filter'));
export type Selection = z.output<typeof selectionSchema>;

export const bulkChange = defineCall({
  name: 'bulkChange',
  method: 'POST',
  path: '/admin/companies/bulk-change',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.bulk_change',
  tag: 'Companies: administration',
  summary:
    'Changes many companies, those of `ids` or all that match `filter`, as one job with one undo. The history of each company has an entry.',
  body: z
    .object({ ...selection, change: bulkChangeSchema })
    .refine(isOneSelection, refusedAs('ids_or_filter')),
  bodyLimit: 8 * 1024 * 1024,
  answer: z.object({ job: jobSchema }),
  status: 202,
  problems: ['conflict'],
});
