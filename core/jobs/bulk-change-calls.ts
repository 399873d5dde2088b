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

const { kinds, tags, status, fields } = sharedFieldsSchema.shape;
const listChange = <T extends z.ZodType>(list: T) =>
  z.strictObject({ add: list.optional(), remove: list.optional() });

/** What is to be the same in many companies. */
export const bulkChangeSchema = z
  .strictObject({
    show_on_site: z.boolean(),
    category: companyCategorySchema,
    status,
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

const { q, category, years, months } = findCompanyRows.query.shape;

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
    .object({
      ids: z
        .array(z.string().min(1).max(200).refine(isStorable, unstorable))
        .min(1)
        .max(BULK_CHANGE_MAX)
        .optional(),
      /** As the filters of the console's table. */
      filter: z.strictObject({ q, category, ...rowFilters, years, months }).optional(),
      change: bulkChangeSchema,
    })
    .refine((body) => (body.ids === undefined) !== (body.filter === undefined), refusedAs('ids_or_filter')),
  bodyLimit: 8 * 1024 * 1024,
  answer: z.object({ job: jobSchema }),
  status: 202,
});
