import { z } from 'zod';
import { defineCall } from '../call.ts';
import { OWN_TYPES, PLACES } from '../companies/own-fields.ts';
import { SHAPE_NAMES } from '../design/category-shape.ts';
import { languageChoice, languageSchema, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';
import {
  categoryIdSchema,
  DIRECTORY_PARTS,
  type DirectoryConfig,
  type DirectoryPart,
  fieldsPartSchema,
  hueSchema,
  PART_SCHEMAS,
  someOfConfigSchema,
} from './config.ts';

const partSchema = z.enum(DIRECTORY_PARTS);
/** What a column of integers holds. */
const versionSchema = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const siteLinkSchema = z.object({ to: z.string(), name: z.string() });

/** An own field, as readers of a language are told of it. */
const publicFieldSchema = z.object({
  id: z.string(),
  label: z.string(),
  help: z.string(),
  type: z.enum(OWN_TYPES),
  /** The unit behind a number; empty where the field has none. */
  unit: z.string(),
  options: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Where the pages show the field, and what lists do with its values. */
  shown: z.array(z.enum(PLACES)),
});

export const readDirectory = defineCall({
  name: 'readDirectory',
  method: 'GET',
  path: '/directory',
  access: 'public',
  tag: 'Directory',
  summary:
    'What the directory is called, the languages it is offered in, and the categories, kinds and own fields that readers are shown, in a language.',
  query: z.object(languageChoice),
  answer: z.object({
    name: z.string(),
    tagline: z.string(),
    languages: z.array(languageSchema),
    default_language: languageSchema,
    categories: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        rule: z.string(),
        shape: z.enum(SHAPE_NAMES),
        hue: z.object({ light: hueSchema, dark: hueSchema }),
        /** Whether the header has a link to it. */
        navigation: z.boolean(),
        /** Companies that readers are shown. */
        count: z.number().int(),
      }),
    ),
    kinds: z.array(z.object({ id: z.string(), name: z.string() })),
    fields: z.array(publicFieldSchema),
    /** Path of the logo for light grounds. */
    logo: z.string().nullable(),
    links: z.object({ header: z.array(siteLinkSchema), footer: z.array(siteLinkSchema) }),
  }),
  cached: true,
});

/** A configuration part with its version, as read and saved. */
export interface VersionedPart<P extends DirectoryPart> {
  value: DirectoryConfig[P];
  version: number;
}
const partAnswer = <P extends DirectoryPart>(part: P) =>
  z.object({ version: versionSchema, value: PART_SCHEMAS[part] });
const partAnswers = Object.fromEntries(DIRECTORY_PARTS.map((part) => [part, partAnswer(part)])) as {
  [P in DirectoryPart]: z.ZodObject<{ version: z.ZodNumber; value: (typeof PART_SCHEMAS)[P] }>;
};
/** Every part. */
const configurationSchema = z.object(partAnswers);

export const readDirectoryConfig = defineCall({
  name: 'readDirectoryConfig',
  method: 'GET',
  path: '/admin/configuration',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Directory',
  summary: 'The configuration of the directory: each part with its version. Version 0 is the shipped part.',
  answer: configurationSchema,
});

const countsSchema = z.record(z.string(), z.number().int());

export const countByCategory = defineCall({
  name: 'countByCategory',
  method: 'GET',
  path: '/admin/categories',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Directory',
  summary: 'How many companies each category has, hidden ones too.',
  answer: countsSchema,
});

export const countByKind = defineCall({
  name: 'countByKind',
  method: 'GET',
  path: '/admin/kinds',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Directory',
  summary: 'How many companies each kind has, hidden ones too.',
  answer: countsSchema,
});

export const countByField = defineCall({
  name: 'countByField',
  method: 'GET',
  path: '/admin/fields/counts',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Directory',
  summary: 'How many companies have a value of each own field, hidden ones too; of removed fields too.',
  answer: countsSchema,
});

export const readOwnFields = defineCall({
  name: 'readOwnFields',
  method: 'GET',
  path: '/admin/fields',
  access: 'admin',
  permission: 'companies.read',
  tag: 'Directory',
  summary: 'The own fields of companies, with those that only the console shows.',
  answer: fieldsPartSchema.shape.list,
});

/** The schema of each part checks its value: one call for all parts cannot name it. */
const partSchemaOfAny = z.object({
  /** The version that the value was made of; a save on another one is refused. */
  version: versionSchema,
  value: z.unknown(),
});

export const readDirectoryPart = defineCall({
  name: 'readDirectoryPart',
  method: 'GET',
  path: '/admin/configuration/:part',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Directory',
  summary: 'A part of the configuration with its version. Version 0 is the shipped part.',
  params: z.object({ part: partSchema }),
  answer: partSchemaOfAny,
});

export const saveDirectoryPart = defineCall({
  name: 'saveDirectoryPart',
  method: 'PUT',
  path: '/admin/configuration/:part',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.save',
  tag: 'Directory',
  summary:
    'Replaces a part of the configuration. A category or kind that has companies cannot be left out: it is merged into another one.',
  params: z.object({ part: partSchema }),
  body: partSchemaOfAny,
  bodyLimit: 2 * 1024 * 1024,
  answer: partSchemaOfAny,
  problems: ['stale_version'],
});

export const findDirectoryVersions = defineCall({
  name: 'findDirectoryVersions',
  method: 'GET',
  path: '/admin/configuration/:part/versions',
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
  path: '/admin/interface-texts',
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

const languageParams = z.object({ language: languageSchema });

export const exportInterfaceTexts = defineCall({
  name: 'exportInterfaceTexts',
  method: 'GET',
  path: '/admin/interface-texts/:language',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Directory',
  summary:
    'All texts of the interface in a language as this directory words them: i18next JSON, by namespace.',
  params: languageParams,
  answer: z.record(z.string(), z.unknown()),
});

export const importInterfaceTexts = defineCall({
  name: 'importInterfaceTexts',
  method: 'PUT',
  path: '/admin/interface-texts/:language',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.import_texts',
  tag: 'Directory',
  summary:
    'Saves texts of the interface in a language, as the export gives them. A text that is as shipped or empty is no word of this directory; what is left out stays as it is. `words` counts those that differ from the shipped ones.',
  params: languageParams,
  body: z.object({ texts: z.record(z.string().max(200), z.unknown()) }),
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({ words: z.number().int() }),
});

export const restoreDirectoryPart = defineCall({
  name: 'restoreDirectoryPart',
  method: 'POST',
  path: '/admin/configuration/:part/restore',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.restore',
  tag: 'Directory',
  summary: 'Puts an earlier version of a part in force again, as a new version.',
  params: z.object({ part: partSchema }),
  body: z.object({ version: versionSchema }),
  answer: partSchemaOfAny,
  problems: ['not_found'],
});

/** Common parts of the calls that merge. */
const merging = {
  method: 'POST',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.merge',
  tag: 'Directory',
  params: z.object({ id: categoryIdSchema }),
  body: z.object({ into: categoryIdSchema }),
  answer: z.object({ moved: z.number().int() }),
  problems: ['not_found'],
} as const;

export const mergeCategory = defineCall({
  ...merging,
  name: 'mergeCategory',
  path: '/admin/categories/:id/merge',
  summary:
    'Moves all companies of a category into another one and removes it; its addresses redirect from then on.',
});

export const mergeKind = defineCall({
  ...merging,
  name: 'mergeKind',
  path: '/admin/kinds/:id/merge',
  summary: 'Gives all companies of a kind another one and removes it; its addresses redirect from then on.',
});

export const importDirectoryConfig = defineCall({
  name: 'importDirectoryConfig',
  method: 'POST',
  path: '/admin/configuration',
  access: 'admin',
  permission: 'settings.write',
  audit: 'directory.import',
  tag: 'Directory',
  summary: 'Replaces the parts of the configuration that a file names: an exported one, or a part of it.',
  body: z.object({ config: someOfConfigSchema }),
  bodyLimit: 4 * 1024 * 1024,
  answer: configurationSchema,
});
