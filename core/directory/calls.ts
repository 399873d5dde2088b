import { z } from 'zod';
import { defineCall } from '../call.ts';
import { SHAPE_NAMES } from '../design/category-shape.ts';
import { languageChoice } from '../schemas.ts';
import { categoryIdSchema, DIRECTORY_PARTS, directoryConfigSchema, PART_SCHEMAS } from './config.ts';

const tag = 'Directory';
const partSchema = z.enum(DIRECTORY_PARTS);
const versionSchema = z.number().int().min(0);

export const readDirectory = defineCall({
  name: 'readDirectory',
  method: 'GET',
  path: '/directory',
  access: 'public',
  tag,
  summary: 'What the directory is called and the categories that readers are shown, in a language.',
  query: z.object(languageChoice),
  answer: z.object({
    name: z.string(),
    tagline: z.string(),
    categories: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        rule: z.string(),
        shape: z.enum(SHAPE_NAMES),
      }),
    ),
  }),
  cached: true,
});

const versionsSchema = z.record(partSchema, versionSchema);

export const readDirectoryConfig = defineCall({
  name: 'readDirectoryConfig',
  method: 'GET',
  path: '/admin/directory',
  access: 'admin',
  permission: 'settings.read',
  tag,
  summary:
    'The configuration of the directory, the version of each part, and how many companies each category has. Version 0 is the shipped part.',
  answer: z.object({
    config: directoryConfigSchema,
    versions: versionsSchema,
    companies: z.record(z.string(), z.number().int()),
  }),
});

const savedSchema = z.object({ config: directoryConfigSchema, versions: versionsSchema });

/** A body for each part would be five calls: the schema of the part checks its value. */
const partBody = z.object({
  value: z.unknown(),
  /** The version that the form was loaded in; a save on another one is refused. */
  version: versionSchema.optional(),
});

export const saveDirectoryPart = defineCall({
  name: 'saveDirectoryPart',
  method: 'PUT',
  path: '/admin/directory/:part',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.save',
  tag,
  summary:
    'Replaces a part of the configuration. A category that has companies cannot be left out: it is hidden, or merged into another one.',
  params: z.object({ part: partSchema }),
  body: partBody,
  bodyLimit: 2 * 1024 * 1024,
  answer: savedSchema,
  problems: ['conflict'],
});

export const findDirectoryVersions = defineCall({
  name: 'findDirectoryVersions',
  method: 'GET',
  path: '/admin/directory/:part/versions',
  access: 'admin',
  permission: 'settings.read',
  tag,
  summary: 'The versions of a part of the configuration, newest first; version 0 is the shipped one.',
  params: z.object({ part: partSchema }),
  answer: z.array(z.object({ version: versionSchema, admin: z.string(), at: z.string().nullable() })),
});

export const restoreDirectoryPart = defineCall({
  name: 'restoreDirectoryPart',
  method: 'POST',
  path: '/admin/directory/:part/restore',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.restore',
  tag,
  summary: 'Puts an earlier version of a part in force again, as a new version.',
  params: z.object({ part: partSchema }),
  body: z.object({ version: versionSchema }),
  answer: savedSchema,
  problems: ['not_found'],
});

export const mergeCategory = defineCall({
  name: 'mergeCategory',
  method: 'POST',
  path: '/admin/directory/categories/:id/merge',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.merge',
  tag,
  summary:
    'Moves all companies of a category into another one and removes it; its addresses redirect from then on.',
  params: z.object({ id: categoryIdSchema }),
  body: z.object({ into: categoryIdSchema }),
  answer: savedSchema.extend({ moved: z.number().int() }),
  problems: ['not_found'],
});

export const importDirectoryConfig = defineCall({
  name: 'importDirectoryConfig',
  method: 'POST',
  path: '/admin/directory/import',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.import',
  tag,
  summary: 'Replaces the parts of the configuration that a file names, as `GET /admin/directory` gives them.',
  body: z.object({
    config: z.object({
      site: PART_SCHEMAS.site.optional(),
      categories: PART_SCHEMAS.categories.optional(),
      home: PART_SCHEMAS.home.optional(),
      links: PART_SCHEMAS.links.optional(),
      words: PART_SCHEMAS.words.optional(),
    }),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: savedSchema,
});
