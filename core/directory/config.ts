import { z } from 'zod';
import { tagSchema } from '../companies/facts.ts';
import { HIDABLE_FIELDS, SHARED_FIELDS, TEXT_FIELDS } from '../companies/fields.ts';
import { OWN_TYPES, type OwnField, type OwnOption, PLACES, placesOf } from '../companies/own-fields.ts';
import { SPECIFIED_RULES } from '../companies/score.ts';
import { scoreRulesSchema } from '../companies/score-rules.ts';
import { SHAPE_NAMES } from '../design/category-shape.ts';
import { CORNER_NAMES, FACE_NAMES } from '../design/looks.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages.ts';
import { type Refusal, refusal, refusedAs } from '../refusal.ts';
import { trimmedText, unstorable } from '../schemas.ts';
import { isHttpUrl, isStorable } from '../text.ts';
import { isUploadAddress, UPLOAD_SIDE_MAX } from '../uploads/rules.ts';
import { HOME_SECTIONS } from './home.ts';
import { type ColourScheme, isReadableAccent, isReadableHue } from './hue.ts';
import { isClosed, loadsOnlyOwn, OWN_CSS_MAX } from './own-css.ts';

/**
 * The configuration of a directory, by parts. Each part is one document with versions of its own; the shipped
 * one is content/directory.json. Parts that the shipped file does not name have the defaults of these schemas.
 */

/** The most categories a directory can have. */
export const CATEGORIES_MAX = 60;
export const CATEGORY_ID_MAX = 60;
export const KINDS_MAX = 100;
/** Tags that can have names. The names are in the file of texts that every page loads. */
export const NAMED_TAGS_MAX = 2000;
export const LINKS_MAX = 12;
export const WORDS_MAX = 4000;
/** Most fields of a directory, including fields removed less than thirty days ago. */
export const FIELDS_MAX = 40;
export const OPTIONS_MAX = 60;
/** How long the values of a field outlast its removal. */
export const REMOVED_FIELD_DAYS = 30;

/** A text in some of the languages. */
const localized = (max: number) =>
  z.object(
    Object.fromEntries(LANGUAGES.map((language) => [language, trimmedText(1, max).optional()])) as {
      [L in Language]: z.ZodOptional<ReturnType<typeof trimmedText>>;
    },
  );

/** A text in at least one language. */
const inSomeLanguage = (max: number) =>
  localized(max).refine((texts) => Object.values(texts).some(Boolean), refusedAs('required'));

/** Ids are parts of addresses. */
export const categoryIdSchema = z
  .string()
  .trim()
  .min(1, 'Must not be empty')
  .max(CATEGORY_ID_MAX)
  .refine((id) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id), refusedAs('invalid_slug'));

const colour = z
  .string()
  .refine((text) => /^#[0-9a-f]{6}$/.test(text), { ...refusedAs('invalid_colour'), abort: true });

export const hueSchema = z.object({
  /** For text and marks. */
  strong: colour,
  /** For surfaces behind text. */
  soft: colour,
});
/** Both ends belong to it. */
const boundsOf = (most: number) =>
  z
    .object({ min: z.number().min(0).max(most).optional(), max: z.number().min(0).max(most).optional() })
    .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
      ...refusedAs('ends_before_it_begins'),
      path: ['max'],
    })
    .optional();

const categoryConfigSchema = z.object({
  id: categoryIdSchema,
  names: inSomeLanguage(60),
  descriptions: localized(300).prefault({}),
  /** Which companies belong, in words: on the category's page, and in what a model is asked. */
  rules: localized(1000).prefault({}),
  shape: z.enum(SHAPE_NAMES),
  hue: z.object({
    light: hueSchema.refine((hue) => isReadableHue(hue, 'light'), refusedAs('low_contrast')),
    dark: hueSchema.refine((hue) => isReadableHue(hue, 'dark'), refusedAs('low_contrast')),
  }),
  inNavigation: z.boolean().default(true),
  isListed: z.boolean().default(true),
  /** Outside of these figures the console warns an editor; a save is never refused for them. */
  bounds: z
    .object({ employees: boundsOf(1e9), revenue: boundsOf(1e15), founded: boundsOf(2100) })
    .prefault({}),
});
export type CategoryConfig = z.output<typeof categoryConfigSchema>;

/** Ids that were merged into others: old id to new id. Their addresses redirect. */
const movedSchema = z.record(z.string().max(CATEGORY_ID_MAX), categoryIdSchema).default({});

interface WithIds {
  list: readonly { id: string }[];
  moved: Record<string, string>;
}
const idsOf = ({ list }: WithIds) => new Set(list.map(({ id }) => id));

/** An address that belongs to an id of the list again redirects no more. */
const withoutTaken = <Part extends WithIds>(part: Part): Part => {
  const ids = idsOf(part);
  return {
    ...part,
    moved: Object.fromEntries(Object.entries(part.moved).filter(([from]) => !ids.has(from))),
  };
};

type Refuse = (path: PropertyKey[], refused: Refusal) => void;
const refuseIn =
  (context: z.RefinementCtx): Refuse =>
  (path, refused) =>
    context.addIssue({ code: 'custom', path, message: refused.message, params: { refusal: refused } });

/** Refuses each item of a list whose id an earlier one has. */
function refuseTwins(list: readonly { id: string }[], path: PropertyKey[], refuse: Refuse): void {
  const ids = new Set<string>();
  for (const [i, { id }] of list.entries()) {
    if (ids.has(id)) refuse([...path, i, 'id'], refusal('duplicate_id'));
    ids.add(id);
  }
}

/** Refuses an id that is listed twice, and a redirect to an id that is not listed. */
function checkIds({ list, moved }: WithIds, unknown: Refusal, refuse: Refuse): void {
  refuseTwins(list, ['list'], refuse);
  const ids = new Set(list.map(({ id }) => id));
  for (const [from, to] of Object.entries(moved)) if (!ids.has(to)) refuse(['moved', from], unknown);
}

export const categoriesPartSchema = z
  .strictObject({
    list: z.array(categoryConfigSchema).min(1).max(CATEGORIES_MAX),
    /** Default category of new companies. */
    default: categoryIdSchema,
    moved: movedSchema,
  })
  .overwrite(withoutTaken)
  .superRefine((part, context) => {
    const refuse = refuseIn(context);
    checkIds(part, refusal('unknown_category'), refuse);
    if (!idsOf(part).has(part.default)) refuse(['default'], refusal('unknown_category'));
  });

const kindConfigSchema = z.object({ id: categoryIdSchema, names: inSomeLanguage(60) });
export type KindConfig = z.output<typeof kindConfigSchema>;

/** What companies make or do. Without any, companies have no kinds and the pages tell none. */
export const kindsPartSchema = z
  .strictObject({ list: z.array(kindConfigSchema).max(KINDS_MAX), moved: movedSchema })
  .overwrite(withoutTaken)
  .superRefine((part, context) => checkIds(part, refusal('unknown_kind'), refuseIn(context)));

const TAG_NAME_MAX = 60;
export const tagNameSchema = trimmedText(1, TAG_NAME_MAX);
/** Names of a tag by language; a language without a name is absent. */
export const tagNamesSchema = localized(TAG_NAME_MAX);
/** Languages whose name of a tag is older than the English one. */
export const outdatedNamesSchema = z.array(z.enum(LANGUAGES)).default([]);

const tagConfigSchema = z.object({ id: tagSchema, names: tagNamesSchema, outdated: outdatedNamesSchema });
export type TagConfig = z.output<typeof tagConfigSchema>;

/** The names of tags. A tag is made by giving it to a company; without a name it is called as it is written. */
export const tagsPartSchema = z
  .strictObject({ list: z.array(tagConfigSchema).max(NAMED_TAGS_MAX).default([]) })
  .superRefine(({ list }, context) =>
    checkIds({ list, moved: {} }, refusal('duplicate_id'), refuseIn(context)),
  );

/** Which of the languages of the program a directory is offered in, in the order of menus. */
export const languagesPartSchema = z
  .strictObject({
    offered: z.array(z.enum(LANGUAGES)).min(1).default(LANGUAGES),
    /** Language of a visitor whose browser asks for no offered language. */
    default: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
  })
  .superRefine(({ offered, default: usual }, context) => {
    const refuse = refuseIn(context);
    for (const [i, language] of offered.entries())
      if (offered.indexOf(language) !== i) refuse(['offered', i], refusal('duplicate_id'));
    if (!offered.includes(usual)) refuse(['default'], refusal('not_one_of', { values: [...offered] }));
  });

export const identityPartSchema = z.strictObject({
  /** Names of the directory; a language without one uses SITE_NAME. */
  names: localized(60).prefault({}),
  /** One sentence about the directory, under its name. */
  taglines: localized(200).prefault({}),
});

/** An address on this site, or on another one. */
const linkAddress = z
  .string()
  .trim()
  .max(2048)
  .refine(isStorable, unstorable)
  .refine((to) => /^\/(?![/\\])/.test(to) || isHttpUrl(to), refusedAs('invalid_url'));

const linkSchema = z.object({ to: linkAddress, names: inSomeLanguage(60) });
export type LinkConfig = z.output<typeof linkSchema>;

export const linksPartSchema = z.strictObject({
  header: z.array(linkSchema).max(LINKS_MAX).default([]),
  footer: z.array(linkSchema).max(LINKS_MAX).default([]),
});

/** A text of the interface that the owner worded differently. */
const wordSchema = z.object({
  text: z.string().min(1, 'Must not be empty').max(4000).refine(isStorable, unstorable),
  /** The shipped text at the time of the replacement: a different shipped text means that an upgrade changed it. */
  original: z.string().max(4000),
});

export const textsPartSchema = z.strictObject(
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      z
        .record(z.string().max(200), wordSchema)
        .refine((words) => Object.keys(words).length <= WORDS_MAX, refusedAs('too_many', { max: WORDS_MAX }))
        .default({}),
    ]),
  ) as { [L in Language]: z.ZodDefault<z.ZodRecord<z.ZodString, typeof wordSchema>> },
);

const optionSchema = z.object({ id: categoryIdSchema, names: inSomeLanguage(60) });

/** How a yes and a no are called where nobody says it. */
const YES_AND_NO: OwnOption[] = [
  { id: 'true', names: { en: 'Yes', ko: '예', ja: 'はい', zh: '是' } },
  { id: 'false', names: { en: 'No', ko: '아니요', ja: 'いいえ', zh: '否' } },
];

/** Definition of an own field. */
const ownFieldSchema = z
  .object({
    /** In calls, files and histories; a field that was removed has its values again under the same one. */
    id: categoryIdSchema,
    type: z.enum(OWN_TYPES),
    names: inSomeLanguage(60),
    helps: localized(300).prefault({}),
    units: localized(20).prefault({}),
    options: z.array(optionSchema).max(OPTIONS_MAX).default([]),
    required: z.boolean().default(false),
    places: z.array(z.enum(PLACES)).max(PLACES.length).default(['page']),
    ai: z.boolean().default(false),
    access: z.enum(['public', 'console']).default('public'),
    removedAt: z.iso.datetime().optional(),
  })
  // What a type does not have goes: no field keeps a setting that nothing shows.
  .overwrite((field) => {
    const { type } = field;
    const named = new Map<string, OwnOption>(field.options.map((option) => [option.id, option]));
    const possible = placesOf(type);
    return {
      ...field,
      units: type === 'number' ? field.units : {},
      options:
        type === 'switch'
          ? (YES_AND_NO.map((option) => named.get(option.id) ?? option) as typeof field.options)
          : type === 'choice' || type === 'choices'
            ? field.options
            : [],
      places: field.access === 'console' ? [] : possible.filter((place) => field.places.includes(place)),
    };
  })
  .superRefine(({ type, options }, context) => {
    const refuse = refuseIn(context);
    if ((type === 'choice' || type === 'choices') && options.length === 0)
      refuse(['options'], refusal('required'));
    refuseTwins(options, ['options'], refuse);
  });

/** Ids that would be taken for a built-in field's. */
const BUILT_IN_IDS = new Set(
  [...SHARED_FIELDS, ...TEXT_FIELDS, 'id', 'likes', 'views', 'created_at'].map((name) =>
    name.replaceAll('_', '-'),
  ),
);

export const fieldsPartSchema = z.strictObject({
  list: z
    .array(ownFieldSchema)
    .max(FIELDS_MAX)
    .default([])
    .superRefine((list, context) => {
      const refuse = refuseIn(context);
      refuseTwins(list, [], refuse);
      for (const [i, { id }] of list.entries())
        if (BUILT_IN_IDS.has(id)) refuse([i, 'id'], refusal('field_id_taken'));
    }),
  /** Built-in fields that readers are not shown; their values stay. */
  hidden: z.array(z.enum(HIDABLE_FIELDS)).max(HIDABLE_FIELDS.length).default([]),
}) satisfies z.ZodType<{ list: OwnField[] }>;

const sideSchema = z.number().int().min(1).max(UPLOAD_SIDE_MAX);
/** A picture as its upload answered. */
const lookPictureSchema = z.object({
  url: z.string().refine(isUploadAddress, refusedAs('unknown_upload')),
  width: sideSchema,
  height: sideSchema,
});
const accentSchema = (scheme: ColourScheme) =>
  colour.refine((accent) => isReadableAccent(accent, scheme), refusedAs('low_contrast'));

export const looksPartSchema = z.strictObject({
  /** In the header in the place of icon and name; without a dark one the light one is shown. */
  logo: z
    .object({
      light: lookPictureSchema.nullable().default(null),
      dark: lookPictureSchema.nullable().default(null),
    })
    .prefault({}),
  icon: lookPictureSchema.nullable().default(null),
  accent: z
    .object({ light: accentSchema('light'), dark: accentSchema('dark') })
    .nullable()
    .default(null),
  corners: z.enum(CORNER_NAMES).default('soft'),
  faces: z.enum(FACE_NAMES).default('shipped'),
  css: z
    .string()
    .max(OWN_CSS_MAX)
    .refine(isStorable, unstorable)
    .refine(loadsOnlyOwn, refusedAs('css_loads'))
    .refine(isClosed, refusedAs('css_not_closed'))
    .default(''),
});

export const homePartSchema = z.strictObject({
  /** The line above the heading, the heading and the text below it; without one those of the interface. */
  questions: localized(120).prefault({}),
  titles: localized(120).prefault({}),
  intros: localized(400).prefault({}),
  /** Where the first button leads; null: to all companies. */
  action: linkSchema.nullable().default(null),
  /** Sections below the heading, in order; sections not listed are hidden. */
  sections: z
    .array(z.enum(HOME_SECTIONS))
    .default([...HOME_SECTIONS])
    .superRefine((sections, context) => {
      for (const [i, section] of sections.entries())
        if (sections.indexOf(section) < i) refuseIn(context)([i], refusal('duplicate_id'));
    }),
});

export const PART_SCHEMAS = {
  identity: identityPartSchema,
  languages: languagesPartSchema,
  categories: categoriesPartSchema,
  kinds: kindsPartSchema,
  tags: tagsPartSchema,
  links: linksPartSchema,
  looks: looksPartSchema,
  home: homePartSchema,
  texts: textsPartSchema,
  score: scoreRulesSchema,
  fields: fieldsPartSchema,
} as const;

export type DirectoryPart = keyof typeof PART_SCHEMAS;
export const DIRECTORY_PARTS = Object.keys(PART_SCHEMAS) as [DirectoryPart, ...DirectoryPart[]];

/** The whole configuration; what a file leaves out has its defaults, but for the categories and kinds. */
export const directoryConfigSchema = z.object({
  identity: identityPartSchema.prefault({}),
  languages: languagesPartSchema.prefault({}),
  categories: categoriesPartSchema,
  kinds: kindsPartSchema,
  tags: tagsPartSchema.prefault({}),
  links: linksPartSchema.prefault({}),
  looks: looksPartSchema.prefault({}),
  home: homePartSchema.prefault({}),
  texts: textsPartSchema.prefault({}),
  score: scoreRulesSchema.prefault(() => SPECIFIED_RULES as z.input<typeof scoreRulesSchema>),
  fields: fieldsPartSchema.prefault({}),
});
export type DirectoryConfig = z.output<typeof directoryConfigSchema>;

/**
 * Some of the configuration parts, as a file holds them. Any other key is refused: not a configuration file.
 */
export const someOfConfigSchema = z.strictObject(PART_SCHEMAS).partial();
