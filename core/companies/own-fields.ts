import type { Language } from '../languages.ts';
import { nameIn } from '../localized.ts';

/**
 * Own fields: the fields that a directory defines for its companies (core/directory/config.ts). The server
 * holds all of them, a public page the fields visible to readers, the console the fields in use.
 */

export const OWN_TYPES = [
  'text',
  'texts',
  'number',
  'money',
  'date',
  'year',
  'address',
  'choice',
  'choices',
  'switch',
  'country',
  'image',
] as const;
export type OwnType = (typeof OWN_TYPES)[number];

/** Where readers meet a field: on a row of a list, on the company's page and in its panel, in a comparison. */
const SHOWN_PLACES = ['row', 'page', 'compare'] as const;
/** What readers do with a field: narrow a list, order one, and lay it along an axis of the picture of all companies. */
const USED_PLACES = ['filter', 'sort', 'axis'] as const;
export const PLACES = [...SHOWN_PLACES, ...USED_PLACES] as const;
export type Place = (typeof PLACES)[number];

const NUMBERS: readonly OwnType[] = ['number', 'money', 'date', 'year'];
const CHOSEN: readonly OwnType[] = ['choice', 'choices', 'switch', 'country'];

/** Whether the values of a type are ordered by a number: a day by its days, money by its US dollars. */
export const isNumeric = (type: OwnType): boolean => NUMBERS.includes(type);
/** Whether companies are looked up by the values of a type. */
export const isChosen = (type: OwnType): boolean => CHOSEN.includes(type);

/** The places that a field of a type can have. */
export function placesOf(type: OwnType): Place[] {
  const used: Record<(typeof USED_PLACES)[number], boolean> = {
    filter: isNumeric(type) ? type !== 'date' : isChosen(type),
    sort: isNumeric(type),
    axis: isNumeric(type) && type !== 'date',
  };
  // A picture is too large for a row or a cell.
  const shown = type === 'image' ? (['page'] as const) : SHOWN_PLACES;
  return [...shown, ...USED_PLACES.filter((place) => used[place])];
}

/** A text by language. */
export type Names = { readonly [L in Language]?: string | undefined };

export interface OwnOption {
  id: string;
  names: Names;
}

export interface OwnField {
  id: string;
  type: OwnType;
  names: Names;
  /** What an editor is told below the control. */
  helps: Names;
  /** Of a number: stands behind it. */
  units: Names;
  /** Of choices, and of a yes or no: `true` and `false`. */
  options: readonly OwnOption[];
  required: boolean;
  places: readonly Place[];
  /** Whether a model may propose a value. */
  ai: boolean;
  /** `console`: only administrators see the values. */
  access: 'public' | 'console';
  /** Time of removal; the values are deleted thirty days later. */
  removedAt?: string | undefined;
}

/** A definition as a page in a language needs it. */
export function fieldIn(field: OwnField, language: Language): OwnField {
  const inLanguage = (names: Names): Names => {
    const name = nameIn(names, language);
    return name === undefined ? {} : { [language]: name };
  };
  const { names, units, options } = field;
  return {
    ...field,
    names: inLanguage(names),
    helps: {},
    units: inLanguage(units),
    options: options.map((option) => ({ id: option.id, names: inLanguage(option.names) })),
  };
}

/** Values of own fields by id; a field without a value is not there. */
export type OwnValues = Readonly<Record<string, unknown>>;

let known: readonly OwnField[] = [];
let inUse: readonly OwnField[] = [];
let byId: ReadonlyMap<string, OwnField> = new Map();
let version = 0;

/** Sets the definitions from now on. */
export function setOwnFields(fields: readonly OwnField[]): void {
  if (fields === known) return;
  known = fields;
  inUse = fields.filter(({ removedAt }) => removedAt === undefined);
  byId = new Map(inUse.map((field) => [field.id, field]));
  version++;
}

/** The fields in use, in their order. */
export const ownFields = (): readonly OwnField[] => inUse;
/** All fields, including fields removed less than thirty days ago. */
export const allOwnFields = (): readonly OwnField[] => known;

export const ownField = (id: string): OwnField | undefined => byId.get(id);

/** Memoizes what is computed from the definitions, until the next `setOwnFields`. */
export function oncePerFields<T>(compute: () => T): () => T {
  let last: { version: number; value: T } | undefined;
  return () => {
    if (last?.version !== version) last = { version, value: compute() };
    return last.value;
  };
}

/** Whether a field's values are of the languages, each its own. */
export const isLocal = ({ type }: OwnField): boolean => type === 'texts';

/** Whether readers see a field at a place. */
export const isShownAt = ({ access, places }: OwnField, place: Place): boolean =>
  access === 'public' && places.includes(place);

/** The fields that readers see at a place. */
export const ownFieldsAt = (place: Place): OwnField[] => inUse.filter((field) => isShownAt(field, place));

const PREFIX = 'field.';
/** An own field's name beside those of the built-in fields: in histories, forms and tables. */
export type OwnName = `field.${string}`;
export const ownName = (id: string): OwnName => `${PREFIX}${id}`;
/** The id in a name; undefined for a built-in field. */
export const ownIdOf = (name: string): string | undefined =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;

/** What an own field is called in a language; undefined for a name of anything else. */
export function ownLabel(name: string, language: Language): string | undefined {
  const field = ownField(ownIdOf(name) ?? '');
  return field && (nameIn(field.names, language) ?? field.id);
}

/** Values with those of own fields beside the others, by their names. */
export function flatValues(values: object): Record<string, unknown> {
  const { fields, ...rest } = values as { fields?: OwnValues | null };
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(fields ?? {}).map(([id, value]) => [ownName(id), value])),
  };
}

/** Values with those of own fields under `fields`, as calls and files have them. */
export function nestedValues(values: object): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const id = ownIdOf(name);
    if (id === undefined) nested[name] = value;
    else fields[id] = value;
  }
  return Object.keys(fields).length > 0 ? { ...nested, fields } : nested;
}

/** What is stored after a save of some values: one that is null is taken away. Null where none is left. */
export function mergedValues(
  before: OwnValues | null | undefined,
  changes: OwnValues | null | undefined,
): OwnValues | null {
  const merged = Object.entries({ ...before, ...changes }).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return merged.length > 0 ? Object.fromEntries(merged) : null;
}

/** Values of the fields accepted by `isWanted`; undefined if empty. */
export function pickedValues(
  values: OwnValues | null | undefined,
  isWanted: (field: OwnField) => boolean,
): Record<string, unknown> | undefined {
  if (!values || inUse.length === 0) return undefined;
  const picked = inUse.filter((field) => Object.hasOwn(values, field.id) && isWanted(field));
  return picked.length > 0 ? Object.fromEntries(picked.map(({ id }) => [id, values[id]])) : undefined;
}

/**
 * Splits values into language-independent (`shared`) and per-language (`text`) values; each undefined if
 * empty.
 */
export const splitValues = (values: OwnValues | null | undefined) => ({
  shared: pickedValues(values, (field) => !isLocal(field)),
  text: pickedValues(values, isLocal),
});
