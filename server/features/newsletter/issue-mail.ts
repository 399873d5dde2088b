import { movedCategory } from '../../../core/categories.ts';
import { categoryName } from '../../../core/directory/current.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import type { Language } from '../../../core/languages.ts';
import { withCommas } from '../../../core/list-text.ts';
import type { IssueText, IssueTexts } from '../../../core/newsletter/rules.ts';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/database/types.ts';
import { type Mail, withUnsubscribe, writeArticle } from '../../platform/mail/message.ts';
import { findListed, shownIds } from '../companies/index.ts';
import { textsOf } from '../directory/index.ts';
import { findRecipient, type IssueContent, type ReaderTokens, type StoredMail } from '../readers/index.ts';
import { type CardCompany, companiesNamed, companyAddress, renderArticle } from './article.ts';

type SiteEnv = Pick<Env, 'SITE_URL' | 'SITE_NAME'>;

/** Name of a newsletter: the current category name, or the name for all categories. */
export function newsletterName(value: string, language: Language): string {
  if (value !== 'all') return categoryName(movedCategory(value) ?? value, language);
  const { all } = textsOf(language, 'categories') as Record<string, { name: string }>;
  return all?.name ?? value;
}

interface IssueMailOptions {
  /** Of the issue. */
  id: string;
  to: string;
  /** Of the reader: what is around the text. */
  language: Language;
  textLanguage: Language;
  text: IssueText;
  newsletters: readonly string[];
  /** Where the mails are ended. */
  link: string;
}

/** By the ids of a body, the companies that readers may see; a merged one is the one that it was merged into. */
async function readCards(
  database: Database,
  siteUrl: string,
  { text, textLanguage, language }: Pick<IssueMailOptions, 'text' | 'textLanguage' | 'language'>,
): Promise<Map<string, CardCompany>> {
  const shown = await shownIds(database.read, companiesNamed(text.body));
  const rows = await findListed(database, [...new Set(shown.values())], textLanguage);
  return new Map(
    [...shown].flatMap(([named, id]) => {
      const row = rows.get(id);
      if (!row) return [];
      const { name, description } = row;
      return [[named, { name, description, link: companyAddress(siteUrl, language, id) }] as const];
    }),
  );
}

/** Writes an issue as one reader gets it; `missing` are companies that it names and the site does not show. */
export async function writeIssueMail(
  env: SiteEnv,
  database: Database,
  options: IssueMailOptions,
): Promise<{ mail: Mail; missing: string[] }> {
  const { id, to, language, textLanguage, text, newsletters, link } = options;
  const cards = await readCards(database, env.SITE_URL, options);
  const mail = writeArticle(
    {
      title: text.subject,
      language: textLanguage,
      ...renderArticle(text.body, { siteUrl: env.SITE_URL, cards }),
    },
    {
      to,
      language,
      site: siteName(env.SITE_NAME, language),
      link,
      values: {
        newsletters: withCommas(
          newsletters.map((value) => newsletterName(value, language)),
          language,
        ),
      },
    },
    `${env.SITE_URL}/${language}/newsletters/${id}`,
  );
  return { mail, missing: companiesNamed(text.body).filter((id) => !cards.has(id)) };
}

/** Writes the mail of an issue to one reader; undefined where it may not be sent any more. */
export function issueWriter(
  env: SiteEnv,
  database: Database,
  tokens: ReaderTokens,
): (stored: StoredMail) => Promise<Mail | undefined> {
  return async ({ reader_id, period: id, content }) => {
    const { language: textLanguage, newsletters } = JSON.parse(content) as IssueContent;
    const [to, issue] = await Promise.all([
      findRecipient(database.read, reader_id),
      database.read.selectFrom('newsletter_issues').select('texts').where('id', '=', id).executeTakeFirst(),
    ]);
    const text = issue && (JSON.parse(issue.texts) as IssueTexts)[textLanguage];
    if (!to || !text) return undefined;
    const { email, language } = to;
    const token = tokens.sign(reader_id, { issue: id });
    const { mail } = await writeIssueMail(env, database, {
      ...{ id, to: email, language, textLanguage, text, newsletters },
      link: `${env.SITE_URL}/${language}/mail/preferences?token=${token}`,
    });
    return withUnsubscribe(mail, env.SITE_URL, token);
  };
}
