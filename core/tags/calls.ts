import { z } from 'zod';
import { defineCall } from '../call.ts';
import { limitSchema, offsetSchema } from '../companies/calls.ts';
import { tagSchema } from '../companies/facts.ts';
import { outdatedNamesSchema, tagNamesSchema } from '../directory/config.ts';
import { languageSchema, unstorable } from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';

const tagParamsSchema = z.object({ tag: tagSchema });

export const readTag = defineCall({
  name: 'readTag',
  method: 'GET',
  path: '/tags/:tag',
  access: 'public',
  tag: 'Companies',
  summary: 'A tag that shown companies have. One that was renamed is answered with its name of today.',
  params: tagParamsSchema,
  answer: z.object({ tag: z.string(), companies: z.number().int() }),
  problems: ['not_found'],
  cached: true,
});

const tag = 'Admin: tags';

export const tagRowSchema = z.object({
  tag: z.string(),
  companies: z.number().int(),
  /** How many of them are visible to readers. */
  shown: z.number().int(),
  names: tagNamesSchema,
  /** Languages whose name is older than the English one. */
  outdated: z.array(languageSchema),
});
export type TagRow = z.output<typeof tagRowSchema>;

export const findTags = defineCall({
  name: 'findTags',
  method: 'GET',
  path: '/admin/tags',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary:
    'The tags with their names and how many companies have each, the most used first. X-Total-Count counts what matches.',
  query: z.object({
    q: z.string().max(SEARCH_MAX).refine(isStorable, unstorable).optional().describe('In tags and names.'),
    incomplete: z.stringbool().optional().describe('Only tags that lack a name, or whose name is outdated.'),
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
  }),
  answer: z.array(tagRowSchema),
});

const namesSchema = z.object({ names: tagNamesSchema, outdated: outdatedNamesSchema });

export const nameTag = defineCall({
  name: 'nameTag',
  method: 'PUT',
  path: '/admin/tags/:tag/names',
  access: 'admin',
  permission: 'companies.write',
  audit: 'tag.name',
  tag,
  summary:
    'Sets what a tag is called in each language. Where the English name changes, names that stay are marked outdated; `outdated` keeps or ends such marks.',
  params: tagParamsSchema,
  body: namesSchema,
  answer: namesSchema,
  problems: ['not_found'],
});

export const proposeTagNames = defineCall({
  name: 'proposeTagNames',
  method: 'POST',
  path: '/admin/tags/:tag/names/propose',
  access: 'admin',
  permission: 'companies.write',
  audit: 'tag.propose_names',
  tag,
  summary: 'Asks a model for the names that a tag lacks or that are outdated. Nothing is saved.',
  params: tagParamsSchema,
  body: z.object({ provider: z.enum(AI_PROVIDERS).optional() }),
  answer: z.object({ names: tagNamesSchema, model: z.string() }),
  problems: ['conflict', 'ai_not_configured', 'ai_failed', 'ai_timeout'],
});

const changedSchema = z.object({
  /** Companies that were changed. */
  companies: z.number().int(),
  /** Takes it back. */
  change: z.string(),
});

export const renameTag = defineCall({
  name: 'renameTag',
  method: 'PUT',
  path: '/admin/tags/:tag',
  access: 'admin',
  permission: 'companies.write',
  audit: 'tag.rename',
  tag,
  summary:
    'Gives a tag another word in all companies; its page leads to the new one, and its names stay. The word of another tag makes one of the two, where `merge` says that this is meant.',
  params: tagParamsSchema,
  body: z.object({ name: tagSchema, merge: z.boolean().optional() }),
  answer: changedSchema.extend({ tag: z.string(), merged: z.boolean() }),
  problems: ['not_found', 'conflict'],
});

export const removeTag = defineCall({
  name: 'removeTag',
  method: 'DELETE',
  path: '/admin/tags/:tag',
  access: 'admin',
  permission: 'companies.write',
  audit: 'tag.remove',
  tag,
  summary: 'Takes a tag away from all companies.',
  params: tagParamsSchema,
  answer: changedSchema,
  problems: ['not_found'],
});

export const undoTagChange = defineCall({
  name: 'undoTagChange',
  method: 'POST',
  path: '/admin/tags/changes/:id/undo',
  access: 'admin',
  permission: 'companies.write',
  audit: 'tag.undo',
  tag,
  summary:
    'Takes a renaming or a removal back, within 30 days and once. What was saved of the companies since then stays.',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ tag: z.string(), companies: z.number().int() }),
  problems: ['not_found'],
});
