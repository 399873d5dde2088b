import { mergeTexts, type Texts } from '../../../core/directory/merge-texts.ts';
import { i18nIn, overridesOf } from '../../i18n/page-texts.ts';
import type { TextsOf } from '../../i18n/translate.ts';
import { type LoaderArgs, rootOf } from '../page/root.server.ts';

const readingFiles = import.meta.glob<Texts>('../../i18n/locales/*/on-demand/reading.json', {
  eager: true,
  import: 'default',
});

/** In a loader: the texts of the pages that read across companies. They are static HTML: no browser loads them. */
export function readingTexts(args: LoaderArgs): TextsOf<'reading'> {
  const { language } = rootOf(args);
  const i18n = i18nIn(language);
  if (!i18n.has('reading')) {
    const shipped = readingFiles[`../../i18n/locales/${language}/on-demand/reading.json`] ?? {};
    i18n.add('reading', mergeTexts(shipped, overridesOf(language, 'reading')));
  }
  return i18n.namespace('reading') as unknown as TextsOf<'reading'>;
}
