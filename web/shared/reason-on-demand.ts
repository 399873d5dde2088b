import type { I18n } from '../i18n/create.ts';
import type { Translate } from '../i18n/translate.ts';
import { CallError } from './api.ts';

/**
 * The reason of a failed call in the visitor's language; empty if unknown. Its texts are loaded on demand: no public
 * page carries them.
 */
export async function reasonOnDemand(i18n: I18n, t: Translate<'common'>, error: unknown): Promise<string> {
  if (!(error instanceof CallError)) return '';
  if (error.status === 0) return t('common:network');
  try {
    const [{ problemText }, { addTexts }] = await Promise.all([
      import('./problem-text.ts'),
      import('../i18n/feature-texts.tsx'),
    ]);
    await addTexts(i18n, 'problems');
    // Its texts are there by now.
    return problemText(t as Translate<'problems' | 'common'>, error, '');
  } catch {
    // The network is gone since.
    return '';
  }
}
