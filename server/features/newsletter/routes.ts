import type { FastifyInstance } from 'fastify';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import type { Language } from '../../../core/languages.ts';
import * as calls from '../../../core/newsletter/calls.ts';
import { type IssueTexts, issueLanguage } from '../../../core/newsletter/rules.ts';
import { problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { listArchive, readArchive } from './archive.ts';
import { countAudience } from './audience.ts';
import { writeIssueMail } from './issue-mail.ts';
import * as store from './store.ts';
import { askIssueText } from './translate.ts';

/** Issues of the newsletter: written, tried, scheduled, counted. */
export function newsletterRoutes(
  app: FastifyInstance,
  { env, database, admins, ai, outbox, now }: Services,
): void {
  /** The mail as readers of a language get it, to an address of nobody's subscription. @throws conflict */
  async function mailIn(id: string, texts: IssueTexts, language: Language, to: string) {
    const textLanguage = issueLanguage(texts, language);
    const text = textLanguage && texts[textLanguage];
    if (!text) throw problem('conflict', 'No language has both a subject and a text yet.');
    const written = await writeIssueMail(env, database, {
      ...{ id, to, language, textLanguage, text, newsletters: ['all'] },
      link: `${env.SITE_URL}/${language}/following`,
    });
    return { ...written, textLanguage };
  }

  route(
    app,
    calls.findArchivedIssues,
    async ({ query, announce }) => {
      const { limit = calls.ARCHIVED_MAX, offset = 0 } = query;
      const { issues, total } = await listArchive(database.read, {
        language: requestedLanguage(query),
        ...{ limit, offset },
      });
      announce({ total, next: null });
      return issues;
    },
    () => ({ tags: ['newsletters'] }),
  );

  route(
    app,
    calls.readArchivedIssue,
    ({ params, query }) => readArchive(database, params.id, requestedLanguage(query)),
    () => ({ tags: ['newsletters', 'directory'], softTags: ['likes', 'visits'] }),
  );

  route(app, calls.findIssues, async ({ query: { limit = LIST_MAX, offset = 0 }, announce }) => {
    const { issues, total } = await store.listIssues(database.read, { limit, offset });
    announce({ total, next: null });
    return issues;
  });

  route(app, calls.createIssue, async ({ body, write }) =>
    write((unit) => store.insertIssue(unit, body.texts)),
  );

  route(app, calls.readIssue, async ({ params: { id } }) =>
    store.toIssue(database.read, await store.requireIssue(database.read, id)),
  );

  route(app, calls.saveIssue, async ({ params: { id }, body, write }) =>
    write((unit) => store.replaceTexts(unit, id, body)),
  );

  route(app, calls.deleteIssue, async ({ params: { id }, write }) => {
    await write((unit) => store.removeIssue(unit, id));
    return { success: true as const };
  });

  route(app, calls.previewIssue, async ({ params: { id }, body: { language, texts: typed } }) => {
    const stored = await store.readIssueTexts(database.read, id);
    const { mail, missing, textLanguage } = await mailIn(id, typed ?? stored, language, '');
    const { subject, html, text } = mail;
    return { language: textLanguage, subject, html, text, missing_companies: missing };
  });

  route(app, calls.translateIssue, async ({ body, write }) => {
    const { text, model } = await askIssueText(ai, body);
    await write(async (unit) =>
      unit.changed('act', text.subject, { after: { model, from: body.from, to: body.to } }),
    );
    return { text, model };
  });

  route(app, calls.testIssue, async ({ params: { id }, body: { language }, request, write }) => {
    const { admin } = await admins.require(request);
    if (!admin.email) throw problem('conflict', 'Your account has no e-mail address to send the test to.');
    const texts = await store.readIssueTexts(database.read, id);
    const { mail } = await mailIn(id, texts, language, admin.email);
    await write(async (unit) => {
      await outbox.put(unit.tx, mail);
      unit.changed('act', id, { after: { language } });
    });
    outbox.wake();
    return { success: true as const, to: admin.email, kept_in: outbox.folder };
  });

  route(app, calls.readAudience, async ({ params: { id } }) =>
    countAudience(database.read, await store.readIssueTexts(database.read, id), now().toISOString()),
  );

  route(app, calls.scheduleIssue, async ({ params: { id }, body: { at, version }, write }) => {
    if (at !== undefined && Date.parse(at) <= now().getTime())
      throw refusedField('body.at', refusal('not_in_future'));
    return write((unit) => store.putOnSchedule(unit, id, { at: at ?? unit.now.toISOString(), version }));
  });

  route(app, calls.cancelIssue, async ({ params: { id }, write }) =>
    write((unit) => store.stopIssue(unit, id)),
  );
}
