import { toJobResult } from '../../../core/jobs/result.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import type { AiProvider } from '../../../core/settings/rules.ts';
import type { ItemWork } from '../../platform/jobs/work.ts';
import { yearOf } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { failedCompany, readAdminCompany, readHistory } from '../companies/index.ts';
import { queueProposals, recordAiRound } from './proposal-store.ts';
import { fieldProposals, withCitations, withoutTakenOut } from './proposals.ts';
import { updateQuestion } from './questions.ts';

interface UpdateInput {
  provider?: AiProvider;
  language?: Language;
}

/** The AI update of one company in the background. What it proposes waits in the queue: a person accepts, field by field. */
export const updateWork = ({
  database,
  ai,
  today,
}: Pick<Services, 'database' | 'ai' | 'today'>): ItemWork => ({
  async prepare(companyId, { id: job_id, input }, signal) {
    const { provider, language = DEFAULT_LANGUAGE } = input as UpdateInput;
    const shown = await readAdminCompany(database.read, companyId, language);
    const year = yearOf(today());
    const answer = await ai.ask({ ...updateQuestion(shown, shown.language, year), provider, signal });
    return async (unit) => {
      const { tx } = unit;
      // Current state: the company may have been edited while the model was searching.
      const company = await readAdminCompany(tx, companyId, shown.language);
      const wanted = withoutTakenOut(fieldProposals(company, answer), await readHistory(tx, companyId));
      const proposed = withCitations(company, wanted).map(({ cited: _, ...proposal }) => proposal);
      const { provider: asked, model } = answer;
      await recordAiRound(unit, companyId);
      if (proposed.length > 0)
        await queueProposals(unit, company, { fields: proposed, provider: asked, model, job_id });
      const outcome = proposed.length > 0 ? 'proposed' : 'unchanged';
      return toJobResult({ company_id: companyId, name: company.name, outcome, proposed, model });
    };
  },
  failed: failedCompany,
});
