import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/ai/calls.ts';
import { foundersOf, readProposal } from '../../../core/ai/proposal.ts';
import { readAiUsage } from '../../../core/ai/usage-calls.ts';
import { ownUpdateFields, SEARCH_FIELDS } from '../../../core/companies/fields.ts';
import { nestedValues } from '../../../core/companies/own-fields.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import { yearOf } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { readAdminCompany } from '../companies/index.ts';
import { attributedSources, fieldProposals, withCitations, withFoundSource } from './proposals.ts';
import { searchQuestion, updateQuestion } from './questions.ts';
import { usageByMonth } from './usage.ts';

export function aiRoutes(app: FastifyInstance, { database, ai, today }: Services): void {
  const year = () => yearOf(today());

  route(app, readAiUsage, async () => ({
    ...(await ai.usage.spent()),
    months: await usageByMonth(database.read),
  }));

  route(app, calls.aiUpdateCompany, async ({ params: { id }, body, write }) => {
    const wanted = requestedLanguage(body);
    const company = await readAdminCompany(database.read, id, wanted);
    const answer = await ai.ask({
      ...updateQuestion(company, company.language, year()),
      provider: body?.provider,
    });
    const { provider, model, sources } = answer;
    const preview = withCitations(company, fieldProposals(company, answer));
    const updatedFields = [...new Set(preview.map((proposal) => proposal.field))];
    // Prompt injection: a web page read by the model may be crafted, so only a person publishes the result.
    await write(async (unit) => unit.changed('act', id, { after: { model, updatedFields } }));
    return { success: true as const, updatedFields, preview, company, sources, provider, model };
  });

  route(app, calls.aiSearchCompany, async ({ body, write }) => {
    const language = requestedLanguage(body);
    const { output, provider, model, sources } = await ai.ask({
      ...searchQuestion(body, language, year()),
      provider: body.provider,
    });
    const proposal = readProposal(output, SEARCH_FIELDS, ownUpdateFields());
    const people = proposal.founder === undefined ? [] : foundersOf(proposal.founder, language);
    const values = {
      ...proposal,
      ...(people.length > 0 ? { founders: people } : {}),
      ...(proposal.figures
        ? { figures: proposal.figures.map((figure) => withFoundSource(figure, sources)) }
        : {}),
    };
    // A name alone is the question given back.
    const fieldsFound = Object.keys(values).some((field) => field !== 'name') ? Object.keys(values) : [];
    await write(async (unit) => unit.changed('act', body.name, { after: { model, fieldsFound } }));
    return {
      success: true as const,
      data: fieldsFound.length > 0 ? nestedValues(values) : {},
      fieldsFound,
      sources: attributedSources({ output, sources }),
      provider,
      model,
    };
  });
}
