import type { FlatNamespace, KeysByTOptions } from 'i18next';

/** A feature's texts: the name of their file. */
export type Feature = FlatNamespace;

/** The key of a text with its feature in front, as `common:close`. */
export type TextKey<F extends Feature> = { [Of in F]: `${Of}:${Keys[Of]}` }[F];
type Keys = KeysByTOptions<{ returnObjects: false }>;

/** The `t` of a component: the texts of its features, those of the first without its name in front. */
export type TextsOf<F extends Feature | readonly Feature[]> = F extends readonly [infer First, ...infer _]
  ? (key: Keys[First & Feature] | TextKey<F[number] & Feature>, options?: Record<string, unknown>) => string
  : (key: Keys[F & Feature] | TextKey<F & Feature>, options?: Record<string, unknown>) => string;

/** What a function that is given `t` needs of it: the texts of these features, whatever else it has. */
export type Translate<F extends Feature> = (key: TextKey<F>, options?: Record<string, unknown>) => string;

/**
 * The text of a name that is data, as the field of an older history: `name` itself where no text is
 * known. The one place where the compiler does not check a key; a test finds the group of each call.
 * @param group what the keys begin with, as `edit:fields.`
 */
export function namedText<F extends Feature>(
  t: Translate<NoInfer<F>>,
  group: `${F}:${string}`,
  name: string,
  options: Record<string, unknown> = {},
): string {
  const translate: (key: string, options: object) => string = t as never;
  return translate(`${group}${name}`, { defaultValue: name, ...options });
}
