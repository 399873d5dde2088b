import type { Selectable } from 'kysely';
import type { Language } from '../../../core/languages.ts';
import type { ArchivedIssue, ArchivedText } from '../../../core/newsletter/calls.ts';
import { type IssueTexts, issueLanguage, issueParts } from '../../../core/newsletter/rules.ts';
import { problem } from '../../../core/problem.ts';
import type { NewsletterIssueTable } from '../../platform/database/schema.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { findListed, shownIds } from '../companies/index.ts';
import { blocksOf, companiesNamed } from './article.ts';

/** Issues that readers have received, at least some of them; without stopped ones. */
const archived = (db: Db) =>
  db
    .selectFrom('newsletter_issues')
    .where('status', 'in', ['sending', 'sent'])
    .where('started_at', 'is not', null);

const latestArchived = (db: Db) => archived(db).orderBy('started_at', 'desc').orderBy('id', 'desc');

type ArchivedRow = Pick<Selectable<NewsletterIssueTable>, 'id' | 'texts' | 'started_at'>;

/** An issue with its body, in a language or what stands in for it; undefined without a whole text. */
function toArchived({ id, texts: json, started_at }: ArchivedRow, preferred: Language) {
  const texts = JSON.parse(json) as IssueTexts;
  const language = issueLanguage(texts, preferred);
  const text = language && texts[language];
  return (
    text && { issue: { id, subject: text.subject, language, sent_at: started_at ?? '' }, body: text.body }
  );
}

/** Some of them, the latest first, and how many there are. */
export async function listArchive(
  db: Db,
  { language, limit, offset }: { language: Language; limit: number; offset: number },
): Promise<{ issues: ArchivedIssue[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    latestArchived(db).select(['id', 'texts', 'started_at']).limit(limit).offset(offset).execute(),
    archived(db)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { issues: rows.flatMap((row) => toArchived(row, language)?.issue ?? []), total: Number(total) };
}

/** Where all of them are and since when, the latest first. */
export const archivedIds = (db: Db): Promise<Pick<ArchivedRow, 'id' | 'started_at'>[]> =>
  latestArchived(db).select(['id', 'started_at']).execute();

/** @throws not_found */
export async function readArchive(
  database: Database,
  id: string,
  preferred: Language,
): Promise<ArchivedText> {
  const row = await archived(database.read)
    .select(['id', 'texts', 'started_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  const found = row && toArchived(row, preferred);
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
