import { z } from 'zod';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../languages.ts';
import { nameIn } from '../localized.ts';
import { refusal, refusedAs } from '../refusal.ts';
import { currencyCode, yearSchema } from './facts.ts';
import {
  address,
  country,
  date,
  type Field,
  type FieldText,
  optionalLongText,
  optionalText,
  path,
  record,
  year,
} from './field-kinds.ts';
import {
  isLocal,
  type Names,
  type OwnField,
  type OwnName,
  type OwnType,
  type OwnValues,
  oncePerFields,
  ownField,
  ownFields,
  ownName,
} from './own-fields.ts';

/** The descriptors of a directory's own fields: all that forms, history, files, calls and the model know of them. */

const TEXT_MAX = 500;
const TEXTS_MAX = 2000;
/** The greatest amount of a number, either way. */
const NUMBER_MAX = 1e15;
const YEAR_MAX = 9999;

/** To six decimals, as far as doubles have them: what is smaller would be written with an exponent. */
export const roundedAmount = (amount: number): number =>
  (Math.abs(amount) < 1e9 ? Math.round(amount * 1e6) / 1e6 : amount) + 0;
const amountSchema = z.number().min(-NUMBER_MAX).max(NUMBER_MAX).overwrite(roundedAmount);
const moneyAnswer = z.object({
  amount: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  year: z.number().int().optional(),
});
const moneySchema = moneyAnswer.extend({
  amount: amountSchema,
  currency: z
    .string()
    .overwrite(currencyCode)
    .refine((code) => /^[A-Z]{3}$/.test(code), refusedAs('invalid_currency')),
  year: yearSchema.optional(),
});
export type Money = z.output<typeof moneySchema>;

const switchSchema = z
  .union([
    z.boolean(),
    z.literal(''),
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(['true', 'false'])),
  ])
  .nullable()
  .transform((value) => (value === '' || value === null ? null : value === true || value === 'true'));

const ofOptions = ({ options }: OwnField) => {
  const ids = options.map(({ id }) => id);
  const names = new Map(options.map((option) => [option.id, option.names]));
  return {
    schema: z.enum(ids as [string, ...string[]]),
    ids,
    optionText: (value: string): FieldText => names.get(value) ?? { en: value },
  };
};

const KINDS: Record<OwnType, (field: OwnField) => Field> = {
  text: () => optionalText(TEXT_MAX),
  texts: () => ({ ...optionalLongText(TEXTS_MAX, 3), translation: 'null where it is null' }),
  number: () => ({
    control: 'number',
    schema: amountSchema.nullable(),
    answer: z.number().nullable(),
    empty: null,
    min: -NUMBER_MAX,
    max: NUMBER_MAX,
  }),
  money: () =>
    record(moneySchema, moneyAnswer, [
      { path: 'amount', control: 'number', label: 'edit:parts.amount', required: true },
      { path: 'currency', control: 'currency', label: 'edit:parts.currency', required: true },
      { path: 'year', control: 'year', label: 'edit:parts.year' },
    ]),
  date: () => date(),
  year: () => year(1, YEAR_MAX),
  address: () => address(),
  choice: (field) => {
    const { schema, ids, optionText } = ofOptions(field);
    return {
      control: 'choice',
      schema: z
        .union([schema, z.literal('')])
        .nullable()
        .transform((value) => value || null),
      answer: z.string().nullable(),
      empty: null,
      options: ids,
      optionText,
    };
  },
  choices: (field) => {
    const { schema, ids, optionText } = ofOptions(field);
    const some = z.array(schema).transform((values) => [...new Set(values)]);
    return {
      control: 'choices',
      schema: z.union([z.null().transform((): string[] => []), some]),
      answer: z.array(z.string()),
      empty: [],
      options: ids,
      optionText,
      most: ids.length,
    };
  },
  switch: (field) => {
    const { ids, optionText } = ofOptions(field);
    return {
      control: 'choice',
      schema: switchSchema,
      answer: z.boolean().nullable(),
      empty: null,
      options: ids,
      optionText,
    };
  },
  country: () => country(),
  image: () => path(),
};

/** Whether a model is asked for a field: it is told the value that the field has now, so never of what only the console shows. */
const isProposed = ({ ai, access, type }: OwnField): boolean => ai && access === 'public' && type !== 'image';

/** Question to a model about a field: name, unit, help text and option names. */
function hintOf({ names, helps, units, options }: OwnField): string {
  const of = (texts: Names) => nameIn(texts, DEFAULT_LANGUAGE);
  const called = options.map((option) => `${option.id}: ${of(option.names) ?? option.id}`);
  return [of(names), of(units) && `in ${of(units)}`, of(helps), called.join(', ')].filter(Boolean).join('. ');
}

const saysSomething = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);

/** The names of a field, with its unit. */
const withUnit = ({ names, units }: OwnField): Names =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const unit = nameIn(units, language);
      const name = names[language];
      return name === undefined ? [] : [[language, unit ? `${name} (${unit})` : name]];
    }),
  );

/** The descriptor of a definition. */
function descriptorOf(field: OwnField): Field {
  const kind = KINDS[field.type](field);
  const { helps, required } = field;
  const isAsked = required && !isLocal(field);
  return {
    ...kind,
    schema: isAsked ? kind.schema.refine(saysSomething, refusedAs('required')) : kind.schema,
    label: withUnit(field),
    ...(Object.values(helps).some(Boolean) ? { hint: helps } : {}),
    ...(required ? { required: isAsked ? 'new' : 'marked' } : {}),
    ...(isProposed(field) ? { ai: { when: 'update' as const, hint: hintOf(field) } } : {}),
    ...(isAsked ? {} : { folded: true as const }),
    file: null,
  };
}

type Descriptors = Readonly<Record<OwnName, Field>>;
const described = (isWanted: (field: OwnField) => boolean): (() => Descriptors) =>
  oncePerFields(() =>
    Object.fromEntries(
      ownFields()
        .filter(isWanted)
        .map((field) => [ownName(field.id), descriptorOf(field)]),
    ),
  );

/** Descriptors of the own fields that all languages share, by name. */
export const ownShared = described((field) => !isLocal(field));
/** Descriptors of the own fields of which each language has its own text, by name. */
export const ownTexts = described(isLocal);

const descriptor = (field: OwnField): Field | undefined =>
  (isLocal(field) ? ownTexts() : ownShared())[ownName(field.id)];

/** Which own values stand somewhere: those of all languages, of one text, or both. */
export type OwnScope = 'shared' | 'text' | 'any';

/** The schemas of own values, for the description of the API. */
export const OWN_VALUES = new WeakMap<z.core.$ZodType, OwnScope>();

/** Whether values of a scope have a field. */
export const isOfScope = (field: OwnField, scope: OwnScope) =>
  scope === 'any' || isLocal(field) === (scope === 'text');

/** Values of own fields by id, as a save takes them: those that are not named stay, null takes one away. */
export function ownValuesSchema(scope: OwnScope) {
  const record = z.record(z.string().max(100), z.unknown()).nullable();
  OWN_VALUES.set(record, scope);
  return record.transform((values, context): OwnValues | null => {
    if (!values) return null;
    const checked: Record<string, unknown> = {};
    for (const [id, value] of Object.entries(values)) {
      const field = ownField(id);
      const known = field && isOfScope(field, scope) ? descriptor(field) : undefined;
      if (!known) {
        const refused = refusal('unknown_key', { keys: [id] });
        context.addIssue({
          code: 'custom',
          path: [id],
          message: refused.message,
          params: { refusal: refused },
        });
        continue;
      }
      const { error, data } = known.schema.safeParse(value, { reportInput: true });
      for (const issue of error?.issues ?? [])
        context.addIssue({ ...(issue as z.core.$ZodIssueCustom), path: [id, ...issue.path] });
      if (!error) checked[id] = data;
    }
    return checked;
  });
}

/**
 * Values of own fields by id, as an answer has them; absent where there are none.
 * @param pick what of the stored values may leave
 */
export function ownAnswer(
  scope: OwnScope,
  pick: (values: OwnValues | null | undefined) => OwnValues | undefined,
) {
  const record = z.record(z.string(), z.unknown());
  OWN_VALUES.set(record, scope);
  return record.nullish().overwrite(pick as never);
}
