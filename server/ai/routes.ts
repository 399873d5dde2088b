import type { FastifyInstance } from 'fastify';
import * as calls from '../../core/ai/calls.ts';
import { foundersOf, readProposal } from '../../core/ai/proposal.ts';
import { SEARCH_FIELDS } from '../../core/companies/fields.ts';
import { languageOf } from '../../core/schemas.ts';
import { yearOf } from '../clock.ts';
import { readAdminCompany } from '../companies/admin-store.ts';
import { saveCompany } from '../companies/save-company.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import {
  attributedSources,
  fieldProposals,
  isReplacement,
  toSave,
  withCitations,
  withFoundSource,
} from './proposals.ts';
import { searchQuestion, updateQuestion } from './questions.ts';

export function aiRoutes(app: FastifyInstance, { database, ai, today }: Services): void {
  const year = () => yearOf(today());

  route(app, calls.aiUpdateCompany, async ({ params: { id }, body, write }) => {
    const wanted = languageOf(body);
    const company = await readAdminCompany(database.read, id, wanted);
    const answer = await ai.ask({
      ...updateQuestion(company, company.language, year()),
      provider: body?.provider,
    });
    const { provider, model, sources } = answer;
    const found = fieldProposals(company, answer);
    // Saved at once, no figure takes another one's place: that is somebody's choice.
    const taken = body?.preview ? found : found.filter((proposal) => !isReplacement(proposal));
    const proposals = withCitations(company, taken);
    const output = { success: true as const, sources, provider, model };
    if (body?.preview) {
      const updatedFields = proposals.map((proposal) => proposal.field);
      await write(
        async (unit) => unit.changed('act', id, { after: { model, updatedFields } }),
        'company.ai_preview',
      );
      return { ...output, updatedFields, preview: proposals };
    }
    return write(async (unit) => {
      const changes = await saveCompany(unit, id, toSave(company, proposals), {
        actor: { kind: 'ai', name: model },
        // What the model was shown: a save that came meanwhile is not overwritten.
        expectedVersion: company.version,
      });
      const updatedFields = [...new Set(changes.map((change) => change.field))];
      return { ...output, updatedFields, company: await readAdminCompany(unit.tx, id, wanted) };
    });
  });

  route(app, calls.aiSearchCompany, async ({ body, write }) => {
    const language = languageOf(body);
    const { output, provider, model, sources } = await ai.ask({
      ...searchQuestion(body, language, year()),
      provider: body.provider,
    });
    const said = readProposal(output, SEARCH_FIELDS);
    const people = said.founder === undefined ? [] : foundersOf(said.founder, language);
    const data = {
      ...said,
      ...(people.length > 0 ? { founders: people } : {}),
      ...(said.figures ? { figures: said.figures.map((figure) => withFoundSource(figure, sources)) } : {}),
    };
    // A name alone is the question given back.
    const fieldsFound = Object.keys(data).some((field) => field !== 'name') ? Object.keys(data) : [];
    await write(async (unit) => unit.changed('act', body.name, { after: { model, fieldsFound } }));
    return {
      success: true as const,
      data: fieldsFound.length > 0 ? data : {},
      fieldsFound,
      sources: attributedSources({ output, sources }),
      provider,
      model,
    };
  });
}
