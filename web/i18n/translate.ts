import type { FlatNamespace, KeysByTOptions } from 'i18next';

/** A feature's texts: the name of their file. */
export type Feature = FlatNamespace;

/** The key of a text with its feature in front, as `common:close`. */
export type TextKey<F extends Feature> = { [Of in F]: `${Of}:${Keys[Of]}` }[F];
/** Categories are configuration: their texts have any id. */
type Keys = Omit<KeysByTOptions<{ returnObjects: false }>, 'categories'> & {
  categories: `${string}.${'name' | 'description' | 'rule'}`;
};

/** Which features' texts a `t` has: never there when the page runs, and far cheaper to compare than all their keys. */
interface Carries<F> {
  readonly carries?: (feature: F) => void;
}

/** The `t` of a component: the texts of its features, those of the first without its name in front. */
export type TextsOf<F extends Feature | readonly Feature[]> = F extends readonly [infer First, ...infer _]
  ? ((
      key: Keys[First & Feature] | TextKey<F[number] & Feature>,
      options?: Record<string, unknown>,
    ) => string) &
      Carries<F[number]>
  : ((key: Keys[F & Feature] | TextKey<F & Feature>, options?: Record<string, unknown>) => string) &
      Carries<F>;

/** The part of `t` that a function needs which uses texts of these features. */
export type Translate<F extends Feature> = ((key: TextKey<F>, options?: Record<string, unknown>) => string) &
  Carries<F>;

/** A `t` whose keys are data. */
type TranslateData<F> = ((key: never, options?: Record<string, unknown>) => string) & Carries<F>;

type FeatureOf<K extends string> = K extends `${infer F extends Feature}:${string}` ? F : never;

/**
 * The text of a key that is data, as a field's label. The one place where the compiler does not check
 * a key: what is asked for here is among the texts by a test.
 */
export function textOf<K extends `${Feature}:${string}`>(
  t: TranslateData<FeatureOf<K>>,
  key: K,
  options: Record<string, unknown> = {},
): string {
  const translate: (key: string, options: object) => string = t as never;
  return translate(key, options);
}

/**
 * The text of a name that may be unknown, as the field of an older history: then `name` itself.
 * @param group what the keys begin with, as `edit:fields.`
 */
export function namedText<G extends `${Feature}:${string}`>(
  t: TranslateData<FeatureOf<G>>,
  group: G,
  name: string,
  options: Record<string, unknown> = {},
): string {
  const key: `${G}${string}` = `${group}${name}`;
  return textOf(t as never, key as `${Feature}:${string}`, { defaultValue: name, ...options });
}
