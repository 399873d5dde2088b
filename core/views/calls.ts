import { z } from 'zod';
import { defineCall } from '../call.ts';
import { trimmedText, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';

const tag = 'Companies: administration';

export const VIEW_NAME_MAX = 60;
/** Views of one administrator. */
export const VIEWS_MAX = 50;
const VIEW_QUERY_MAX = 2000;

const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Visible to all administrators. */
  shared: z.boolean(),
  /** The filters as an address has them: `visibility=hidden&tag=music`. */
  query: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  /** By the administrator of the request. */
  deletable: z.boolean(),
});
export type SavedView = z.output<typeof savedViewSchema>;

export const findViews = defineCall({
  name: 'findViews',
  method: 'GET',
  path: '/admin/views',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: "One's own named views of the table of companies, and those that others share, by their names.",
  answer: z.array(savedViewSchema),
});

export const saveView = defineCall({
  name: 'saveView',
  method: 'POST',
  path: '/admin/views',
  access: 'admin',
  permission: 'own',
  audit: 'view.save',
  tag,
  summary:
    'Keeps the filters of the table of companies under a name. The same name replaces a view of one’s own.',
  body: z.object({
    name: trimmedText(1, VIEW_NAME_MAX),
    shared: z.boolean().default(false),
    query: z
      .string()
      .max(VIEW_QUERY_MAX)
      .refine(isStorable, unstorable)
      .transform((text) => new URLSearchParams(text).toString()),
  }),
  answer: savedViewSchema,
  status: 201,
  problems: ['conflict'],
});

export const deleteView = defineCall({
  name: 'deleteView',
  method: 'DELETE',
  path: '/admin/views/:id',
  access: 'admin',
  permission: 'own',
  audit: 'view.delete',
  tag,
  summary: 'Deletes a view: one of one’s own, or as an owner of the directory any that is shared.',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  problems: ['not_found', 'forbidden'],
});
