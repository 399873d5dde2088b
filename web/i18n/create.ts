import type { Language } from '../../core/languages.ts';
import { formatNumber } from '../ui/format.ts';

/** The texts of one language, by feature and by key; a key in a group is a path, as `fields.founded`. */
export type Texts = Record<string, Record<string, unknown>>;

/** What is filled into a text, by name. A `count` chooses the plural too; `defaultValue` is said for no text. */
export type Filling = Readonly<Record<string, unknown>>;

/** Says the text of a key: one of a feature, or `feature:key`. A key without a text is said itself. */
export type Say = (key: string, filling?: Filling) => string;

type Text = string | ((filling: Filling) => string);

const NOTHING: Filling = {};

/**
 * The texts of one language, in i18next's format: `{{name}}` and `{{count, number}}` are filled in, and a
 * key that is asked for with a `count` ends in its plural, as `_one` (docs/decisions/0066).
 */
export class Catalog {
  readonly language: Language;
  /** Says texts of all features, those of `common` without its name. */
  readonly t: Say;
  readonly #texts: Texts;
  readonly #plurals: Intl.PluralRules;
  /** What was looked up before, by feature and by key; null where there is none. */
  readonly #found = new Map<string, Map<string, Text | null>>();
  readonly #of = new Map<string, Say>();

  constructor(language: Language, texts: Texts) {
    this.language = language;
    this.#texts = { ...texts };
    this.#plurals = new Intl.PluralRules(language);
    this.t = this.of('common');
  }

  /** Says the texts of a feature; the same function for all who ask. */
  of(feature: string): Say {
    let say = this.#of.get(feature);
    if (!say) {
      say = (key, filling = NOTHING) => this.#say(feature, key, filling);
      this.#of.set(feature, say);
    }
    return say;
  }

  has(feature: string): boolean {
    return feature in this.#texts;
  }

  /** Brings the texts of one more feature. */
  add(feature: string, texts: Record<string, unknown>): void {
    this.#texts[feature] = texts;
    this.#found.clear();
  }

  exists(key: string): boolean {
    return this.#find('common', key) !== null;
  }

  #say(feature: string, key: string, filling: Filling): string {
    const { count } = filling;
    const plural =
      typeof count === 'number' ? this.#find(feature, `${key}_${this.#plurals.select(count)}`) : null;
    const text =
      plural ?? this.#find(feature, key) ?? String(filling['defaultValue'] ?? key.replace(/^\w+:/, ''));
    return typeof text === 'string' ? text : text(filling);
  }

  /** @param feature whose text it is, unless the key names one */
  #find(feature: string, key: string): Text | null {
    let found = this.#found.get(feature);
    if (!found) {
      found = new Map();
      this.#found.set(feature, found);
    }
    let text = found.get(key);
    if (text === undefined) {
      const [named = '', path = ''] = key.includes(':') ? key.split(':') : [feature, key];
      const value = path.split('.').reduce<unknown>(inside, this.#texts[named]);
      text = typeof value === 'string' ? readText(value, this.language) : null;
      found.set(key, text);
    }
    return text;
  }
}

/** The texts of a language, for one page or for all pages in it. */
export const createI18n = (language: Language, texts: Texts): Catalog => new Catalog(language, texts);

const inside = (group: unknown, name: string): unknown =>
  typeof group === 'object' && group !== null && Object.hasOwn(group, name)
    ? (group as Record<string, unknown>)[name]
    : undefined;

/** A text as it is said: taken apart once, however often it is filled in. */
function readText(text: string, language: Language): Text {
  // What is told and what is filled in, by turns.
  const parts = text.split(/\{\{([^}]+)\}\}/);
  if (parts.length === 1) return text;
  const said = parts.map((part, i) => {
    if (i % 2 === 0) return () => part;
    const [name = '', format] = part.split(/,(.*)/s).map((word) => word.trim());
    const formatted = format ? numberFormat(format, language) : String;
    return (filling: Filling) => {
      const value = filling[name];
      return value === undefined || value === null ? '' : formatted(value as number);
    };
  });
  return (filling) => said.reduce((whole, say) => whole + say(filling), '');
}

/** `number` or `number(style: unit; unit: minute)`, as the language writes it. */
function numberFormat(format: string, language: Language): (value: number) => string {
  const [, options = ''] = /^number(?:\((.*)\))?$/.exec(format) ?? [];
  if (!options) return (value) => formatNumber(value, language);
  const given = options.split(';').map((option) => option.split(':').map((word) => word.trim()));
  const { format: write } = new Intl.NumberFormat(
    language,
    Object.fromEntries(given.filter(([name]) => name)),
  );
  return write;
}
