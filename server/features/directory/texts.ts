import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { oncePerDirectory } from '../../../core/directory/current.ts';
import { mergeTexts, type Overrides, pageTexts, type Texts } from '../../../core/directory/merge-texts.ts';
import { overridesIn } from '../../../core/directory/overrides.ts';
import type { Language } from '../../../core/languages.ts';

const LOCALES_FOLDER = new URL('../../../web/i18n/locales/', import.meta.url);
/** Folder of the features that pages load on demand. */
const ON_DEMAND = 'on-demand/';

const shippedFiles = new Map<string, Texts>();

function readFile(path: string): Texts {
  let texts = shippedFiles.get(path);
  if (!texts) {
    texts = JSON.parse(readFileSync(new URL(path, LOCALES_FOLDER), 'utf8')) as Texts;
    shippedFiles.set(path, texts);
  }
  return texts;
}

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, LOCALES_FOLDER)).filter((name) => name.endsWith('.json'));

/** Features of the interface, by loading of their texts: with every page, or on demand. */
const FEATURES = {
  public: filesIn('en/').map((name) => name.replace('.json', '')),
  onDemand: filesIn(`en/${ON_DEMAND}`).map((name) => name.replace('.json', '')),
};

const fileOf = (language: Language, feature: string): string =>
  `${language}/${FEATURES.public.includes(feature) ? '' : ON_DEMAND}${feature}.json`;

/** The shipped text of a key such as `common:close`; undefined where there is none. */
export function shippedInterfaceText(language: Language, key: string): string | undefined {
  const [feature = '', path = ''] = key.split(':');
  if (!FEATURES.public.includes(feature) && !FEATURES.onDemand.includes(feature)) return undefined;
  let found: Texts | string | undefined = readFile(fileOf(language, feature));
  for (const step of path.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, step) ? found[step] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Memoizes a value of each language that is computed from the configuration. */
function oncePerLanguage<T>(compute: (language: Language) => T): (language: Language) => T {
  const known = oncePerDirectory(() => new Map<Language, T>());
  return (language) => {
    const values = known();
    if (!values.has(language)) values.set(language, compute(language));
    return values.get(language) as T;
  };
}

/** Texts that the configuration adds or replaces, by feature. */
export const overridesOf = oncePerLanguage(overridesIn);

/** Texts of a feature, with the replacements of this directory. */
export const textsOf = (language: Language, feature: string): Texts =>
  mergeTexts(readFile(fileOf(language, feature)), overridesOf(language)[feature]);

/** The shipped texts of all features in a language, with some of them replaced. */
export const textsWith = (language: Language, replaced: Overrides): Record<string, Texts> =>
  Object.fromEntries(
    [...FEATURES.public, ...FEATURES.onDemand].map((feature) => [
      feature,
      mergeTexts(readFile(fileOf(language, feature)), replaced[feature]),
    ]),
  );

/** Where the texts of a feature stand in a folder of files, as `ko/on-demand/edit.json`. */
export const textFileOf = fileOf;

/** The file of the texts of public pages in a language, and the name that changes with its content. */
export const textsFile = oncePerLanguage((language) => {
  const shipped = Object.fromEntries(
    FEATURES.public.map((feature) => [feature, readFile(fileOf(language, feature))]),
  );
  const source = JSON.stringify(pageTexts(shipped, overridesOf(language)));
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 10);
  return { name: `${language}-${hash}.json`, source };
});

/** Maximum number of texts in the answer of a search. */
const FOUND_TEXTS_MAX = 50;

/** Every text of a file with its path, as `groups.ai`. */
function* pathsOf(texts: Texts, prefix = ''): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(texts))
    if (typeof value === 'string') yield [`${prefix}${key}`, value];
    else yield* pathsOf(value, `${prefix}${key}.`);
}

/**
 * Finds texts of the interface by a part of the shipped text, of its replacement or of its key.
 * @param q empty: finds the replaced texts
 */
export function searchTexts(
  language: Language,
  q: string,
  words: Readonly<Record<string, { text: string; original: string }>>,
): { key: string; shipped: string; text: string | null; outdated: boolean }[] {
  const asked = q.trim().toLowerCase();
  const found = [];
  for (const feature of [...FEATURES.public, ...FEATURES.onDemand])
    for (const [path, shipped] of pathsOf(readFile(fileOf(language, feature)))) {
      const key = `${feature}:${path}`;
      const word = words[key];
      const isFound =
        asked === ''
          ? word !== undefined
          : [key, shipped, word?.text ?? ''].some((text) => text.toLowerCase().includes(asked));
      if (!isFound) continue;
      found.push({ key, shipped, text: word?.text ?? null, outdated: !!word && word.original !== shipped });
      if (found.length === FOUND_TEXTS_MAX) return found;
    }
  return found;
}
