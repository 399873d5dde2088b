import { toJobResult } from '../../../core/jobs/result.ts';
import { offeredLanguages } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import type { AiProvider } from '../../../core/settings/rules.ts';
import type { ItemWork } from '../../platform/jobs/work.ts';
import type { Services } from '../../services.ts';
import { failedCompany } from '../companies/index.ts';
import { readTexts, saveTranslations, translate } from './translate.ts';

interface TranslateInput {
  provider?: AiProvider;
}

/** Translates one company into the languages it lacks. */
export const translateWork = ({ database, ai }: Pick<Services, 'database' | 'ai'>): ItemWork => ({
  async prepare(companyId, { input }, signal) {
    const texts = await readTexts(database.read, companyId);
    const targets = offeredLanguages().filter((known) => !texts.some((text) => text.language === known));
    const { provider } = input as TranslateInput;
    const made = await translate(database.read, ai, companyId, { targets, provider, signal });
    const { failure } = made;
    if (failure && Object.keys(made.texts).length === 0) throw failure;
    return async (unit) => {
      const { saved, version } = await saveTranslations(unit, companyId, made);
      const isOvertaken = !failure && saved.length < targets.length;
      return toJobResult({
        company_id: companyId,
        name: textIn(texts, 'en')?.name ?? companyId,
        outcome: saved.length > 0 ? 'updated' : targets.length > 0 ? 'failed' : 'unchanged',
        model: made.model ?? null,
        languages: saved,
        error: isOvertaken ? 'The text was changed meanwhile.' : (failure?.message ?? null),
        code: isOvertaken ? 'text_changed_meanwhile' : (failure?.reason ?? failure?.code ?? null),
        version,
      });
    };
  },
  failed: failedCompany,
});
