import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/documents/calls.ts';
import { parseMarkdown, plainText } from '../../../core/documents/markdown.ts';
import { fillTemplate } from '../../../core/documents/template.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { requireEditVersion } from '../../platform/audit/edit-version.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { countCompanies } from '../companies/index.ts';
import { factsOf } from './facts.ts';
import * as store from './store.ts';

export function documentRoutes(app: FastifyInstance, { database, env, settings }: Services): void {
  route(app, calls.readDocument, async ({ params, query }) => {
    const language = requestedLanguage(query);
    const { document, text, updated_at } = await store.readDocument(database.read, params.document, language);
    const shown = await countCompanies(database, { category: 'all', includeHidden: false });
    const facts = factsOf(env, await settings.current(), language, shown);
    const { title, blocks } = parseMarkdown(fillTemplate(text, facts));
    const first = blocks.find((block) => block.kind === 'paragraph');
    return { document, language, title, description: first ? plainText(first.runs) : '', blocks, updated_at };
  });

  route(app, calls.findDocuments, async () => store.findDocuments(database.read));

  route(app, calls.saveDocument, async ({ params, body, write }) =>
    write(async (unit) => {
      const { document } = params;
      const { language, text, version } = body;
      await requireEditVersion(unit.tx, version, await store.readDocument(unit.tx, document, language), {
        actions: ['document.save', 'document.reset'],
        subject: store.documentSubject(document, language),
      });
      return store.replaceDocument(unit, document, language, text, unit.now.toISOString());
    }),
  );

  route(app, calls.resetDocument, async ({ params, query, write }) =>
    write((unit) =>
      store.replaceDocument(unit, params.document, query.language, null, unit.now.toISOString()),
    ),
  );
}
