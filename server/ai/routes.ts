import type { FastifyInstance } from 'fastify';
import * as calls from '../../core/ai/calls.ts';
import { readProposal, SEARCH_FIELDS } from '../../core/ai/proposal.ts';
import { DEFAULT_LANGUAGE } from '../../core/languages.ts';
import type { App } from '../app.ts';
import { audit } from '../audit/audit.ts';
import { yearOf } from '../clock.ts';
import { readAdminCompany } from '../companies/admin-store.ts';
import { saveCompany } from '../companies/editing.ts';
import { route } from '../http/route.ts';
import { attributedSources, fieldProposals, toSave, withCitations } from './proposals.ts';
import { searchQuestion, updateQuestion } from './questions.ts';

export function aiRoutes(app: FastifyInstance, { database, admins, ai, now, today }: App): void {
  const year = () => yearOf(today());

  route(app, calls.aiUpdateCompany, async ({ params: { id }, body, request }) => {
    const { admin } = await admins.require(request);
    const wanted = body?.language ?? body?.lang ?? DEFAULT_LANGUAGE;
    const company = await readAdminCompany(database.read, id, wanted);
    const answer = await ai.ask({
      ...updateQuestion(company, company.language, year()),
      provider: body?.provider,
    });
    const { provider, model, sources } = answer;
    const proposals = withCitations(company, fieldProposals(company, answer));
    const entry = { admin: admin.username, subject: id, at: now().toISOString() };
    const said = { success: true as const, sources, provider, model };
    if (body?.preview) {
      const updatedFields = proposals.map((proposal) => proposal.field);
      await database.write((tx) =>
        audit(tx, { ...entry, action: 'company.ai_preview', after: { model, updatedFields } }),
      );
      return { ...said, updatedFields, preview: proposals };
    }
    return database.write(async (tx) => {
      const changes = await saveCompany(tx, id, toSave(company, proposals), {
        actor: { kind: 'ai', name: model },
        now: now(),
        // What the model was shown: a save that came meanwhile is not overwritten.
        expectedVersion: company.version,
      });
      await audit(tx, {
        ...entry,
        action: 'company.ai_update',
        before: changes.map(({ field, language, before }) => ({ field, language, value: before })),
        after: changes.map(({ field, language, after }) => ({ field, language, value: after })),
      });
      database.touch();
      const updatedFields = [...new Set(changes.map((change) => change.field))];
      return { ...said, updatedFields, company: await readAdminCompany(tx, id, wanted) };
    });
  });

  route(app, calls.aiSearchCompany, async ({ body, request }) => {
    const { admin } = await admins.require(request);
    const language = body.language ?? body.lang ?? DEFAULT_LANGUAGE;
    const { said, provider, model, sources } = await ai.ask({
      ...searchQuestion(body, language, year()),
      provider: body.provider,
    });
    const data = readProposal(said, SEARCH_FIELDS);
    // A name alone is the question given back.
    const fieldsFound = Object.keys(data).some((field) => field !== 'name') ? Object.keys(data) : [];
    await database.write((tx) =>
      audit(tx, {
        admin: admin.username,
        action: 'ai.search',
        subject: body.name,
        after: { model, fieldsFound },
        at: now().toISOString(),
      }),
    );
    return {
      success: true as const,
      data: fieldsFound.length > 0 ? data : {},
      fieldsFound,
      sources: attributedSources({ said, sources }),
      provider,
      model,
    };
  });
}
