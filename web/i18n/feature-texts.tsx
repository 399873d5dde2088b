import { type ReactNode, Suspense, use, useMemo } from 'react';
import { mergeTexts, type Texts } from '../../core/directory/merge-texts.ts';
import type { Language } from '../../core/languages.ts';
import type { I18n } from './create.ts';
import { overridesOf } from './page-texts.ts';
import { useI18n } from './use-translation.ts';

type FeatureTexts = Record<string, unknown>;

/** Texts for a minority of visitors, excluded from the texts of public pages. */
const onDemandFiles = import.meta.glob<FeatureTexts>('./locales/*/on-demand/*.json', { import: 'default' });
const loading = new Map<string, Promise<FeatureTexts>>();

/** How long a failed download is not tried again, in milliseconds: what waits for it has drawn its failure by then. */
const FAILURE_LASTS = 500;

function loadTexts(language: Language, feature: string): Promise<FeatureTexts> {
  const path = `./locales/${language}/on-demand/${feature}.json`;
  const known = loading.get(path);
  if (known) return known;
  const load = onDemandFiles[path];
  if (!load) throw new Error(`There are no texts at ${path}.`);
  const promise = load();
  // A failed download can be tried again, but not by what is still being drawn.
  promise.catch(() => setTimeout(() => loading.delete(path), FAILURE_LASTS));
  loading.set(path, promise);
  return promise;
}

/** Texts of a feature with the overrides of the directory. */
const configured = ({ language }: I18n, feature: string, texts: FeatureTexts): FeatureTexts =>
  mergeTexts(texts as Texts, overridesOf(language, feature));

/** Brings the texts of one feature, for what is said without anything drawn for it. */
export async function addTexts(i18n: I18n, feature: string): Promise<void> {
  const texts = await loadTexts(i18n.language, feature);
  if (!i18n.has(feature)) i18n.add(feature, configured(i18n, feature, texts));
}

/**
 * Loads the texts of features in the current language, and shows `fallback` until then. Throws after a failed
 * download: an error boundary shows the failure and may render the component again.
 */
export function WithTexts({
  features,
  fallback = null,
  children,
}: {
  features: readonly string[];
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const { language } = useI18n();
  const names = features.join();
  // Held outside of what waits for them: what failed is told, and not asked for again and again.
  const promises = useMemo(
    () => names.split(',').map((feature) => [feature, loadTexts(language, feature)] as const),
    [language, names],
  );
  return (
    <Suspense fallback={fallback}>
      <Added texts={promises}>{children}</Added>
    </Suspense>
  );
}

function Added({
  texts,
  children,
}: {
  texts: readonly (readonly [feature: string, texts: Promise<FeatureTexts>])[];
  children: ReactNode;
}) {
  const i18n = useI18n();
  for (const [feature, promise] of texts) {
    const found = use(promise);
    if (!i18n.has(feature)) i18n.add(feature, configured(i18n, feature, found));
  }
  return children;
}
