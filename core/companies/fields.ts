import { z } from 'zod';
import { companyCategories, defaultCategory } from '../categories.ts';
import { companyKinds } from '../kinds.ts';
import { LANGUAGES } from '../languages.ts';
import { refusedAs } from '../refusal.ts';
import { companyCategorySchema, companyKindSchema, httpUrlSchema, trimmedText } from '../schemas.ts';
import {
  EVENT_PARTS,
  eventAnswer,
  eventSchema,
  FIGURE_PARTS,
  FIGURES_MAX,
  FOUNDER_PARTS,
  FOUNDERS_MAX,
  figureAnswer,
  figureSchema,
  founderAnswer,
  founderSchema,
  REVENUE_BASES,
  STATUS_PARTS,
  statusAnswer,
  statusSchema,
  TIMELINE_MAX,
  tagSchema,
} from './facts.ts';
import {
  address,
  choiceOrNone,
  country,
  date,
  type Field,
  list,
  longText,
  number,
  optionalLongText,
  optionalText,
  path,
  record,
  switchField,
  table,
  text,
  textOrNone,
  year,
} from './field-kinds.ts';
import { type OwnScope, ownAnswer, ownShared, ownTexts, ownValuesSchema } from './own-descriptors.ts';
import { type OwnName, oncePerFields, pickedValues } from './own-fields.ts';
import { SCORE_MAX } from './score.ts';
import { mergedSources, sourceSchema } from './sources.ts';

export const NAME_MAX = 200;
export const FOUNDER_MAX = 300;
const REVENUE_MAX = 200;
const DESCRIPTION_MAX = 5000;
const STORY_MAX = 50_000;
const HIGHLIGHT_MAX = 1000;
const HIGHLIGHTS_MAX = 50;
export const SOURCES_MAX = 50;
const SOURCE_TITLE_MAX = 300;
const SOURCE_PUBLISHER_MAX = 120;
export const KINDS_MAX = 3;
export const TAGS_MAX = 8;
const TAG_MAX = 40;
const CITY_MAX = 120;
const PARAGRAPH_MAX = 2000;
const LESSON_MAX = 300;
export const EMPLOYEES_MIN = 1;
const EMPLOYEES_MAX = 100_000_000;
export const FOUNDED_MIN = 1900;
export const FOUNDED_MAX = 2100;

/** Values of the fields that the directory defines. Readers get those of public fields. */
const own = <Scope extends OwnScope>(scope: Scope) => ({
  control: 'own' as const,
  schema: ownValuesSchema(scope),
  answer: ownAnswer('any', (values) => pickedValues(values, ({ access }) => access === 'public')),
  empty: null,
  listed: true as const,
  file: null,
});

/** The fields that all languages share, in the order of forms and files. */
const shared = {
  category: {
    control: 'choice',
    schema: companyCategorySchema,
    answer: z.string(),
    // Getters: the categories can change while the server runs.
    get empty() {
      return defaultCategory();
    },
    get options() {
      return companyCategories();
    },
    optionText: (value) => `categories:${value}.name`,
    listed: true,
    ai: { when: 'search', hint: 'The category that fits best' },
  },
  founder: {
    ...text(FOUNDER_MAX),
    required: 'new',
    ai: { when: 'both', hint: 'Names of the founders, separated by commas' },
    file: null,
  },
  revenue: {
    ...text(REVENUE_MAX),
    required: 'new',
    hint: 'edit:revenueHint',
    reads: 'dollars',
    listed: true,
    ai: {
      when: 'both',
      hint: 'Latest yearly revenue in US dollars such as $10M or $1.5M-2M; null unless a source states it',
    },
    file: 'revenue.value',
  },
  employees: {
    ...number(EMPLOYEES_MIN, EMPLOYEES_MAX),
    required: 'new',
    listed: true,
    ai: { when: 'both', hint: 'Number of people who work there' },
    file: 'employees.value',
  },
  founded: {
    ...year(FOUNDED_MIN, FOUNDED_MAX),
    required: 'new',
    listed: true,
    ai: { when: 'both', hint: 'Year of the foundation' },
  },
  website: {
    ...address(),
    required: 'new',
    listed: true,
    ai: { when: 'both', hint: "The company's own web address, https://..." },
  },
  logo: { ...path(), hint: 'edit:logoHint', folded: true, listed: true, file: null },
  country: {
    ...country(),
    listed: true,
    ai: { when: 'search', hint: 'Where it has its seat, as an ISO 3166 code such as KR' },
  },
  show_on_site: {
    ...switchField(true, (value) => (value === 'true' ? 'edit:shown' : 'edit:hidden')),
    editOnly: true,
    listed: true,
    file: null,
  },
  score: {
    ...number(0, SCORE_MAX),
    schema: z.number().int().min(0).max(SCORE_MAX),
    answer: z.number().int(),
    empty: 0,
    hint: 'edit:scoreHint',
    editOnly: true,
    listed: true,
    file: null,
  },
  revenue_follows: {
    ...switchField(false, (value) => (value === 'true' ? 'edit:follows.on' : 'edit:follows.off')),
    folded: true,
    file: null,
  },
  employees_follows: {
    ...switchField(false, (value) => (value === 'true' ? 'edit:follows.on' : 'edit:follows.off')),
    folded: true,
    file: null,
  },
  revenue_as_of: {
    ...year(FOUNDED_MIN, FOUNDED_MAX),
    label: 'edit:claims.revenue_as_of',
    listed: true,
    ai: { when: 'update', hint: 'The year of the revenue' },
    file: 'revenue.asOf',
  },
  revenue_basis: {
    ...choiceOrNone(z.enum(REVENUE_BASES), (value) => `companies:basis_${value}`),
    label: 'edit:claims.revenue_basis',
    listed: true,
    file: 'revenue.basis',
  },
  employees_as_of: {
    ...year(FOUNDED_MIN, FOUNDED_MAX),
    label: 'edit:claims.employees_as_of',
    listed: true,
    ai: { when: 'update', hint: 'The year of the number of people' },
    file: 'employees.asOf',
  },
  kinds: {
    control: 'choices',
    schema: z
      .array(companyKindSchema)
      .max(KINDS_MAX)
      .transform((kinds) => [...new Set(kinds)]),
    answer: z.array(z.string()),
    empty: [] as string[],
    get options() {
      return [...companyKinds()];
    },
    optionText: (value) => `companies:kind_${value}`,
    most: KINDS_MAX,
    hint: 'edit:kindsHint',
    folded: true,
    ai: { when: 'search', hint: 'What kind of business it is, at most three, the main one first' },
    listed: true,
  },
  tags: {
    ...list(TAGS_MAX, TAG_MAX),
    schema: z
      .array(tagSchema)
      .max(TAGS_MAX)
      .transform((tags) => [...new Set(tags)]),
    hint: 'edit:tagsHint',
    folded: true,
  },
  status: {
    ...record(statusSchema, statusAnswer, STATUS_PARTS),
    hint: 'edit:statusHint',
    folded: true,
    ai: {
      when: 'search',
      hint: 'What became of it: acquired (by whom, year, price), listed, closed or independent',
    },
    listed: true,
  },
  checked_at: { ...date(), hint: 'edit:checkedHint', folded: true },
  founders: {
    ...table(founderSchema, founderAnswer, FOUNDERS_MAX, FOUNDER_PARTS),
    hint: 'edit:foundersHint',
    folded: true,
    ai: { when: 'search' },
  },
  figures: {
    ...table(figureSchema, figureAnswer, FIGURES_MAX, FIGURE_PARTS),
    hint: 'edit:figuresHint',
    folded: true,
    ai: {
      when: 'both',
      hint: 'Single figures by year that a page states and that are not there yet, each with the address of the page; money in its own currency (ISO 4217)',
    },
  },
  sources: {
    control: 'sources',
    schema: z
      .array(
        sourceSchema.extend({
          url: httpUrlSchema,
          title: trimmedText(0, SOURCE_TITLE_MAX).optional(),
          publisher: trimmedText(0, SOURCE_PUBLISHER_MAX).optional(),
          date: z
            .string()
            .refine((date) => /^(\d{4}(-\d{2}(-\d{2})?)?)?$/.test(date), refusedAs('invalid_day'))
            .optional(),
        }),
      )
      .max(SOURCES_MAX)
      .transform(mergedSources),
    answer: z.array(sourceSchema),
    empty: [] as z.output<typeof sourceSchema>[],
  },
  fields: own('shared'),
} as const satisfies Record<string, Field>;

/** What a company says in each language. */
const texts = {
  name: {
    ...text(NAME_MAX, 1),
    required: 'always',
    ai: { when: 'search', hint: "The company's name as it writes it itself" },
    translation: 'As it is known to readers of the language; unchanged where it is',
  },
  /** The local spelling of the founders; null where the shared field is shown. Answers have the shown spelling. */
  founder: {
    ...textOrNone(FOUNDER_MAX),
    label: 'edit:founderSpelling',
    hint: 'edit:founderSpellingHint',
    translation: 'The names as readers of the language write them',
  },
  description: {
    ...longText(DESCRIPTION_MAX, 4),
    required: 'always',
    ai: { when: 'both', hint: 'One or two plain sentences: what it makes and for whom' },
  },
  /** Paragraphs separated by an empty line. */
  story: {
    ...longText(STORY_MAX, 12),
    required: 'always',
    hint: 'edit:storyHint',
    ai: { when: 'update', hint: 'How it came about, in paragraphs; null unless there is none yet' },
    translation: 'With the same paragraphs',
  },
  highlights: {
    ...list(HIGHLIGHTS_MAX, HIGHLIGHT_MAX),
    required: 'marked',
    ai: { when: 'both', hint: 'Three to five notable facts, a sentence each' },
    translation: 'As many as given, in the same order',
  },
  city: {
    ...optionalText(CITY_MAX),
    folded: true,
    ai: { when: 'search', hint: 'The city of its seat' },
    file: null,
    translation: 'As readers of the language write it; null where it is null',
  },
  timeline: {
    ...table(eventSchema, eventAnswer, TIMELINE_MAX, EVENT_PARTS),
    hint: 'edit:timelineHint',
    folded: true,
    ai: { when: 'search', hint: 'Four to eight events with their years, oldest first, a short line each' },
    translation: 'As many as given, in the same order, with the same years',
  },
  /** How the money came. */
  money: {
    ...optionalLongText(PARAGRAPH_MAX, 3),
    hint: 'edit:moneyHint',
    folded: true,
    translation: 'null where it is null',
  },
  first_customers: {
    ...optionalLongText(PARAGRAPH_MAX, 3),
    folded: true,
    translation: 'null where it is null',
  },
  /** The lesson of the story, in a line. */
  lesson: { ...optionalLongText(LESSON_MAX, 2), folded: true, translation: 'null where it is null' },
  fields: own('text'),
} as const satisfies Record<string, Field>;

type FieldRecord = Record<string, { schema: z.ZodType; answer: z.ZodType; empty: unknown }>;
const pickFromEach = <T extends FieldRecord, K extends 'schema' | 'answer' | 'empty'>(fields: T, part: K) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]])) as {
    -readonly [F in keyof T]: T[F][K];
  };

export const sharedFieldsSchema = z.object(pickFromEach(shared, 'schema'));
export type SharedFields = z.output<typeof sharedFieldsSchema>;
export type SharedField = keyof SharedFields;
/** Texts of one language, as they are saved. */
export const textFieldsSchema = z.object(pickFromEach(texts, 'schema'));
export type TextFields = z.output<typeof textFieldsSchema>;
export type TextFieldName = keyof TextFields;

export const sharedAnswers = pickFromEach(shared, 'answer');
export const textAnswers = pickFromEach(texts, 'answer');

export const SHARED: Readonly<Record<SharedField, Field>> = shared;
export const TEXTS: Readonly<Record<TextFieldName, Field>> = texts;
export const SHARED_FIELDS = Object.keys(shared) as SharedField[];
export const TEXT_FIELDS = Object.keys(texts) as TextFieldName[];
export const emptyShared = (): SharedFields => pickFromEach(shared, 'empty');
/** Empty texts of a language. A stored text always has a name. */
export const EMPTY_TEXTS: TextFields = pickFromEach(texts, 'empty');
/** Built-in fields that the configuration can hide from readers. */
export const HIDABLE_FIELDS = ['city', 'figures', 'timeline', 'money', 'first_customers', 'lesson'] as const;

const withOwn = <Name extends string>(
  fields: Readonly<Record<Name, Field>>,
  own: () => Readonly<Record<OwnName, Field>>,
) =>
  oncePerFields(() => {
    const { fields: _, ...builtIn } = fields as Readonly<Record<string, Field>>;
    return { ...builtIn, ...own() } as Readonly<Record<Exclude<Name, 'fields'> | OwnName, Field>>;
  });
/** A field that all languages share, built in or the directory's own: the names of histories, forms and tables. */
export type SharedName = Exclude<SharedField, 'fields'> | OwnName;
export type LocalName = Exclude<TextFieldName, 'fields'> | OwnName;
/** The descriptors of the shared fields, built in and own, by name and in their order. */
export const sharedDescriptors = withOwn(SHARED, ownShared);
/** The descriptors of what a company says in each language, built in and own. */
export const textDescriptors = withOwn(TEXTS, ownTexts);
export const sharedNames = oncePerFields(() => Object.keys(sharedDescriptors()) as SharedName[]);
export const textNames = oncePerFields(() => Object.keys(textDescriptors()) as LocalName[]);

/** The descriptor behind a name in history and proposals; undefined for a field that there is no more. */
export function findField(name: string, language: string | null): Field | undefined {
  const fields: Readonly<Record<string, Field>> = language === null ? sharedDescriptors() : textDescriptors();
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export const isShared = (name: string): name is SharedField => Object.hasOwn(shared, name);
/** Whether all languages share a field, built in or own. */
export const isSharedName = (name: string): name is SharedName =>
  isShared(name) || Object.hasOwn(ownShared(), name);

type WithFlag<T, Flag> = { [F in keyof T]: T[F] extends Flag ? F : never }[keyof T];
export type ListedField = WithFlag<typeof shared, { listed: true }>;
/** The shared fields that a row of a list carries. */
export const LISTED_FIELDS = SHARED_FIELDS.filter((name) => SHARED[name].listed) as ListedField[];

/** All fields of a company in one language, shared ones included. */
const flat = { ...texts, ...shared };
type Flat = typeof flat;
export const FIELDS: Readonly<Record<keyof Flat, Field>> = flat;
/** In the order of the company's page: name, description, facts, story. */
const [called, described, ...told] = TEXT_FIELDS.filter((name) => !isShared(name));
const FLAT_FIELDS = [called, described, ...SHARED_FIELDS, ...told] as (keyof Flat)[];

type AiFieldsFor<When> = WithFlag<Flat, { ai: { when: When } }>;
export type UpdateField = AiFieldsFor<'update' | 'both'>;
export type AiSearchField = AiFieldsFor<'search' | 'both'>;
const aiFieldsFor = <F>(when: 'update' | 'search') =>
  FLAT_FIELDS.filter((name) => ['both', when].includes(FIELDS[name].ai?.when ?? '')) as F[];
/**
 * The fields that an AI update fills in. A company's name and category are its identity and its place
 * in the directory: no fact that a search brings up to date.
 */
export const UPDATE_FIELDS = aiFieldsFor<UpdateField>('update');
/** The fields that an AI search fills in (specification, section 3, 'AI search result'). */
export const SEARCH_FIELDS = aiFieldsFor<AiSearchField>('search');
/** The own fields that an AI update fills in, by name. */
export const ownUpdateFields = oncePerFields((): Readonly<Record<OwnName, Field>> => {
  const asked = Object.entries<Field>({ ...ownShared(), ...ownTexts() }).filter(([, { ai }]) => ai);
  return Object.fromEntries(asked);
});
/** A field's answer where there is one. */
export const withoutNull = (answer: z.ZodType): z.ZodType =>
  answer instanceof z.ZodNullable ? (answer.unwrap() as z.ZodType) : answer;
export const searchAnswers = Object.fromEntries(
  SEARCH_FIELDS.map((name) => [name, withoutNull(flat[name].answer)]),
) as { [F in AiSearchField]: z.ZodType<NonNullable<z.output<Flat[F]['answer']>>> };
export type Proposed = { [F in UpdateField | AiSearchField]?: NonNullable<z.output<Flat[F]['schema']>> };

/** The fields of the form for a new company. */
export type NewField = Exclude<keyof Flat, WithFlag<Flat, { editOnly: true }>>;
export const NEW_FIELDS = FLAT_FIELDS.filter((name) => !FIELDS[name].editOnly) as NewField[];
export type NewName = Exclude<NewField, 'fields'> | OwnName;
/** The descriptors of the form for a new company, built in and own. */
export const newDescriptors = oncePerFields((): Readonly<Record<string, Field>> => {
  const builtIn = NEW_FIELDS.filter((name) => name !== 'fields').map((name) => [name, FIELDS[name]]);
  return { ...Object.fromEntries(builtIn), ...ownShared(), ...ownTexts() };
});
export const newNames = oncePerFields(() => Object.keys(newDescriptors()) as NewName[]);

const required = TEXT_FIELDS.filter((name) => TEXTS[name].required === 'always');
/** Schema of an edited text: a required field that is sent is not empty, a field that is not sent stays. */
export const editedTextFieldsSchema = z.object({
  ...textFieldsSchema.shape,
  ...Object.fromEntries(required.map((name) => [name, TEXTS[name].filled])),
} as typeof textFieldsSchema.shape);

/** Texts by language. */
export const contentChangesSchema = z.partialRecord(z.enum(LANGUAGES), textFieldsSchema.partial());
export const editedContentSchema = z.partialRecord(z.enum(LANGUAGES), editedTextFieldsSchema.partial());
