import { z } from 'zod';
import { defineCall } from '../call.ts';
import { SHAPE_NAMES } from '../design/category-shape.ts';
import { languageChoice, languageSchema, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';
import { categoryIdSchema, DIRECTORY_PARTS, directoryConfigSchema, someOfConfigSchema } from './config.ts';

const partSchema = z.enum(DIRECTORY_PARTS);
const versionSchema = z.number().int().min(0);

export const readDirectory = defineCall({
  name: 'readDirectory',
  method: 'GET',
  path: '/directory',
  access: 'public',
  tag: 'Directory',
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
  tag: 'Directory',
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
  tag: 'Directory',
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
  tag: 'Directory',
  summary: 'The versions of a part of the configuration, newest first; version 0 is the shipped one.',
  params: z.object({ part: partSchema }),
  answer: z.array(z.object({ version: versionSchema, admin: z.string(), at: z.string().nullable() })),
});

export const findInterfaceTexts = defineCall({
  name: 'findInterfaceTexts',
  method: 'GET',
  path: '/admin/directory/texts',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Directory',
  summary:
    'Texts of the interface that contain what one sees, or those that this directory words differently; at most 50. `outdated` says that an upgrade changed the shipped text since.',
  query: z.object({
    language: languageSchema,
    q: z.string().max(SEARCH_MAX).refine(isStorable, unstorable).optional(),
  }),
  answer: z.array(
    z.object({
      key: z.string(),
      shipped: z.string(),
      text: z.string().nullable(),
      outdated: z.boolean(),
    }),
  ),
});

export const restoreDirectoryPart = defineCall({
  name: 'restoreDirectoryPart',
  method: 'POST',
  path: '/admin/directory/:part/restore',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.restore',
  tag: 'Directory',
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
  tag: 'Directory',
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
  tag: 'Directory',
  summary: 'Replaces the parts of the configuration that a file names, as `GET /admin/directory` gives them.',
  body: z.object({ config: someOfConfigSchema }),
  bodyLimit: 4 * 1024 * 1024,
  answer: savedSchema,
});
