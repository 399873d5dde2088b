/** The messages of one language by namespace and key; a key in a group is a path, such as `fields.founded`. */
export type MessageTree = Record<string, Record<string, unknown>>;

/** Values for the placeholders of a message. `count` also selects the plural; `defaultValue` replaces a missing message. */
export type Interpolation = Readonly<Record<string, unknown>>;

/** Translates a key of a namespace, or `namespace:key`. A missing message is its key. */
export type TranslateFn = (key: string, values?: Interpolation) => string;

type Message = string | ((values: Interpolation) => string);

const NO_VALUES: Interpolation = {};

export interface MessagesOptions<Language extends string = string> {
  /** BCP 47 tag. */
  language: Language;
  /** Namespace of keys without a prefix. */
  defaultNamespace: string;
  /** Writes a number in the language, for `{{n, number}}`. */
  formatNumber(value: number): string;
}

/**
 * The messages of one language in i18next's JSON format: `{{name}}` and `{{count, number}}` are replaced by values, and a
 * key with a `count` is looked up with its plural category, such as `key_one`.
 */
export class Messages<Language extends string = string> {
  readonly language: Language;
  /** Translates keys of all namespaces; those of the default one need no prefix. */
  readonly t: TranslateFn;
  readonly #options: MessagesOptions;
  readonly #tree: MessageTree;
  readonly #plurals: Intl.PluralRules;
  /** Messages that were looked up before, by namespace and key; null where there is none. */
  readonly #found = new Map<string, Map<string, Message | null>>();
  readonly #translators = new Map<string, TranslateFn>();

  constructor(tree: MessageTree, options: MessagesOptions<Language>) {
    this.language = options.language;
    this.#options = options;
    this.#tree = { ...tree };
    this.#plurals = new Intl.PluralRules(options.language);
    this.t = this.namespace(options.defaultNamespace);
  }

  /** The translator of a namespace; the same function at each call. */
  namespace(name: string): TranslateFn {
    let translate = this.#translators.get(name);
    if (!translate) {
      translate = (key, values = NO_VALUES) => this.#translate(name, key, values);
      this.#translators.set(name, translate);
    }
    return translate;
  }

  has(namespace: string): boolean {
    return namespace in this.#tree;
  }

  /** Adds a namespace. */
  add(namespace: string, messages: Record<string, unknown>): void {
    this.#tree[namespace] = messages;
    this.#found.clear();
  }

  exists(key: string): boolean {
    return this.#find(this.#options.defaultNamespace, key) !== null;
  }

  #translate(namespace: string, key: string, values: Interpolation): string {
    const { count } = values;
    const plural =
      typeof count === 'number' ? this.#find(namespace, `${key}_${this.#plurals.select(count)}`) : null;
    const message =
      plural ?? this.#find(namespace, key) ?? String(values['defaultValue'] ?? key.replace(/^\w+:/, ''));
    return typeof message === 'string' ? message : message(values);
  }

  /** @param namespace of the message, unless the key names one */
  #find(namespace: string, key: string): Message | null {
    let found = this.#found.get(namespace);
    if (!found) {
      found = new Map();
      this.#found.set(namespace, found);
    }
    let message = found.get(key);
    if (message === undefined) {
      const [named = '', path = ''] = key.includes(':') ? key.split(':') : [namespace, key];
      const value = path.split('.').reduce<unknown>(memberOf, this.#tree[named]);
      message = typeof value === 'string' ? parseMessage(value, this.#options) : null;
      found.set(key, message);
    }
    return message;
  }
}

const memberOf = (group: unknown, name: string): unknown =>
  typeof group === 'object' && group !== null && Object.hasOwn(group, name)
    ? (group as Record<string, unknown>)[name]
    : undefined;

/** Parses a message once, however often its placeholders are replaced. */
function parseMessage(text: string, options: MessagesOptions): Message {
  // Literal text and placeholders by turns.
  const parts = text.split(/\{\{([^}]+)\}\}/);
  if (parts.length === 1) return text;
  const writers = parts.map((part, i) => {
    if (i % 2 === 0) return () => part;
    const [name = '', format] = part.split(/,(.*)/s).map((word) => word.trim());
    const write = format ? writerIn(format, options) : String;
    return (values: Interpolation) => {
      const value = values[name];
      return value === undefined || value === null ? '' : write(value as never);
    };
  });
  return (values) => writers.reduce((whole, write) => whole + write(values), '');
}

/** The formats `number`, `number(style: unit; unit: minute)` and `list(style: narrow)`, with the options of `Intl`. */
function writerIn(format: string, { language, formatNumber }: MessagesOptions): (value: never) => string {
  const [, kind, options = ''] = /^(\w+)(?:\((.*)\))?$/.exec(format) ?? [];
  if (!options) return formatNumber;
  const given = options.split(';').map((option) => option.split(':').map((word) => word.trim()));
  const Format = kind === 'list' ? Intl.ListFormat : Intl.NumberFormat;
  const writer = new Format(language, Object.fromEntries(given.filter(([name]) => name)));
  return (value) => writer.format(value);
}
