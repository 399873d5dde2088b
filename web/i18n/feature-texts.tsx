import { type ReactNode, use } from 'react';
import type { Language } from '../../core/languages.ts';
import type { Catalog } from './create.ts';
import { useI18n } from './use-translation.ts';

type FeatureTexts = Record<string, unknown>;

/** Texts that only some visitors need: no public page carries them. */
const files = import.meta.glob<FeatureTexts>('./locales/*/on-demand/*.json', { import: 'default' });
const loading = new Map<string, Promise<FeatureTexts>>();

function loadTexts(language: Language, feature: string): Promise<FeatureTexts> {
  const path = `./locales/${language}/on-demand/${feature}.json`;
  const known = loading.get(path);
  if (known) return known;
  const load = files[path];
  if (!load) throw new Error(`There are no texts at ${path}.`);
  const promise = load();
  // A failed download can be tried again.
  promise.catch(() => loading.delete(path));
  loading.set(path, promise);
  return promise;
}

/** Brings the texts of one feature, for what is said without anything drawn for it. */
export async function addTexts(i18n: Catalog, feature: string): Promise<void> {
  const texts = await loadTexts(i18n.language, feature);
  if (!i18n.has(feature)) i18n.add(feature, texts);
}

/** Brings the texts of features in the current language; what needs them stands inside. Suspends. */
export function WithTexts({ features, children }: { features: readonly string[]; children: ReactNode }) {
  const i18n = useI18n();
  // All are on their way before the first is waited for.
  const promises = features.map((feature) => loadTexts(i18n.language, feature));
  for (const [index, feature] of features.entries()) {
    const texts = use(promises[index] as Promise<FeatureTexts>);
    if (!i18n.has(feature)) i18n.add(feature, texts);
  }
  return children;
}
