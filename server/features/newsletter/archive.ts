import type { Language } from '../../../core/languages.ts';
import type { ArchivedIssue, ArchivedText } from '../../../core/newsletter/calls.ts';
import { type IssueTexts, issueLanguage, issueParts } from '../../../core/newsletter/rules.ts';
import { problem } from '../../../core/problem.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { findListed, shownIds } from '../companies/index.ts';
import { blocksOf, companiesNamed } from './article.ts';

/** Issues that readers have got, also while others wait; not what was stopped on its way. */
const archived = (db: Db) =>
  db
    .selectFrom('newsletter_issues')
    .select(['id', 'texts', 'started_at'])
    .where('status', 'in', ['sending', 'sent'])
    .where('started_at', 'is not', null);

type ArchivedRow = Awaited<ReturnType<ReturnType<typeof archived>['execute']>>[number];

/** An issue with its body, in a language or what stands in for it; undefined without a whole text. */
function toArchived({ id, texts: json, started_at }: ArchivedRow, wanted: Language) {
  const texts = JSON.parse(json) as IssueTexts;
  const language = issueLanguage(texts, wanted);
  const text = language && texts[language];
  return (
    text && { issue: { id, subject: text.subject, language, sent_at: started_at ?? '' }, body: text.body }
  );
}

/** The latest first. */
export async function listArchive(db: Db, language: Language): Promise<ArchivedIssue[]> {
  const rows = await archived(db).orderBy('started_at', 'desc').orderBy('id', 'desc').execute();
  return rows.flatMap((row) => toArchived(row, language)?.issue ?? []);
}

/** @throws not_found */
export async function readArchive(database: Database, id: string, wanted: Language): Promise<ArchivedText> {
  const row = await archived(database.read).where('id', '=', id).executeTakeFirst();
  const found = row && toArchived(row, wanted);
  if (!found) throw problem('not_found', 'No such issue was sent.');
  const { issue, body } = found;
  const shown = await shownIds(database.read, companiesNamed(body));
  const companies = await findListed(database, [...new Set(shown.values())], issue.language);
  return {
    ...issue,
    parts: issueParts(body).flatMap((part): ArchivedText['parts'] => {
      if ('markdown' in part) return [{ blocks: blocksOf(part.markdown) }];
      const company = companies.get(shown.get(part.company) ?? '');
      return company ? [{ company }] : [];
    }),
  };
}
