import type { PublicChange } from '../../../core/changes/calls.ts';
import { changeLine } from '../../../core/changes/text.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import type { Language } from '../../../core/languages.ts';
import { withCommas } from '../../../core/list-text.ts';
import type { FollowKind } from '../../../core/readers/rules.ts';
import type { Env } from '../../env.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import {
  fillText,
  type Mail,
  type MailSection,
  mailWords,
  namesInMail,
  withUnsubscribe,
  writeMail,
} from '../../platform/mail/message.ts';
import { changeTexts, findChanges } from '../changes/index.ts';
import { findListed } from '../companies/index.ts';
import { type DigestContent, findRecipient, type ReaderTokens, type StoredMail } from '../readers/index.ts';
import { describeFollowed } from './names.ts';

/** Changes of one company that a digest tells, and companies of a newsletter. */
const LINES_MAX = 5;
/** Entries about comments of one company whose comments a digest counts. */
const TALK_MAX = 1000;
const NEW_MAX = 10;
const READ_MAX = 5;
/** Most names of followed values listed below a digest. */
const FOLLOWS_NAMED = 10;
/** Names in a subject. */
const IN_SUBJECT = 2;

/** Writes the digest of a stored one, as the directory is now. */
export function digestWriter(
  env: Pick<Env, 'SITE_URL' | 'SITE_NAME'>,
  database: Database,
  tokens: ReaderTokens,
): (stored: StoredMail) => Promise<Mail | undefined> {
  const db = database.read;

  /** Undefined without current news, or without a recipient. */
  return async (stored) => {
    const content = JSON.parse(stored.content) as DigestContent;
    const to = await findRecipient(db, stored.reader_id);
    if (!to) return undefined;
    const { email, language } = to;
    const words = mailWords(language, 'digest');
    const pageOf = (id: string) => `${env.SITE_URL}/${language}/companies/${encodeURIComponent(id)}`;
    const followed = await followNames(db, content, language);
    const changes = await changeSection(content, { language, words, pageOf, followed });
    const newsletters = await Promise.all(
      content.newsletters.map((category) =>
        newsletterSections(category, content, { language, words, pageOf }),
      ),
    );
    const sections = [...changes, ...newsletters.flat()];
    if (sections.length === 0) return undefined;
    // What is read most is no news.
    const news = sections.filter(({ heading }) => heading !== words['mostRead']);
    const names = [...new Set(news.flatMap(({ entries }) => entries.map(({ title }) => title)))];
    const token = tokens.sign(stored.reader_id);
    const mail = writeMail('digest', {
      to: email,
      name: '',
      language,
      site: siteName(env.SITE_NAME, language),
      link: `${env.SITE_URL}/${language}/mail/preferences?token=${token}`,
      values: {
        headline: changeTexts(language).labelled(
          words[`headline_${stored.frequency}`] ?? '',
          namesInMail(names, language, { max: IN_SUBJECT, unnamed: content.more }),
        ),
        follows: namesInMail([...new Set(followed.values())], language, { max: FOLLOWS_NAMED }),
      },
      sections,
    });
    return withUnsubscribe(mail, env.SITE_URL, token);
  };

  async function changeSection(
    { since, until, companies, more }: DigestContent,
    { language, words, pageOf, followed }: Telling & { followed: ReadonlyMap<string, string> },
  ): Promise<MailSection[]> {
    const texts = changeTexts(language);
    const entries = [];
    for (const [id, ...reasons] of companies) {
      const of = { language, company: id, since };
      const facts = await findChanges(db, { ...of, kind: 'facts', limit: LINES_MAX * 2 });
      const isFollowed = reasons.some((reason) => reason.startsWith('company '));
      const talk = isFollowed
        ? await findChanges(db, { ...of, kind: 'comment', limit: TALK_MAX })
        : undefined;
      const lines = [
        ...facts.changes.filter(({ at }) => at <= until).slice(0, LINES_MAX),
        ...asOne(talk?.changes.filter(({ at }) => at <= until) ?? []),
      ];
      const [first] = lines;
      // Hidden, deleted or changed back meanwhile.
      if (!first) continue;
      const name = first.company.name;
      const because = reasons.map((reason) => followed.get(reason) ?? '').filter((of) => of && of !== name);
      entries.push({
        title: name,
        link: pageOf(id),
        lines: lines.map((change) =>
          change.field === 'created' ? (words['newCompany'] ?? '') : changeLine(change, language, texts),
        ),
        note: because.length > 0 ? fillText(words['because'], { names: withCommas(because, language) }) : '',
      });
    }
    if (entries.length === 0) return [];
    const rest = more === 0 ? '' : fillText(words[more === 1 ? 'more_one' : 'more_other'], { count: more });
    return [{ heading: '', entries, more: rest }];
  }

  /** The new companies of a category, the best first, and those that are read most. */
  async function newsletterSections(
    category: string,
    { since, until }: DigestContent,
    { language, words, pageOf }: Telling,
  ): Promise<MailSection[]> {
    const shown = () => {
      const query = db.selectFrom('companies as c').where('c.show_on_site', '=', 1);
      return category === 'all' ? query : query.where('c.category', '=', category);
    };
    const [added, read] = await Promise.all([
      shown()
        .innerJoin('company_changes as h', 'h.company_id', 'c.id')
        .select('c.id')
        .where('h.field', '=', 'created')
        .where('h.at', '>', since)
        .where('h.at', '<=', until)
        .orderBy('c.score', 'desc')
        .orderBy('c.id')
        .limit(NEW_MAX)
        .execute(),
      shown()
        .select('c.id')
        .where('c.week_views', '>', 0)
        .orderBy('c.week_views', 'desc')
        .orderBy('c.id')
        .limit(READ_MAX)
        .execute(),
    ]);
    if (added.length === 0) return [];
    const rows = await findListed(
      database,
      [...added, ...read].map(({ id }) => id),
      language,
    );
    const entriesOf = (found: readonly { id: string }[]) =>
      found.flatMap(({ id }) => {
        const row = rows.get(id);
        return row ? [{ title: row.name, link: pageOf(id), lines: [row.description], note: '' }] : [];
      });
    const { name } = await describeFollowed(db, { kind: 'newsletter', value: category }, language);
    return [
      { heading: fillText(words['newIn'], { name }), entries: entriesOf(added), more: '' },
      { heading: words['mostRead'] ?? '', entries: entriesOf(read), more: '' },
    ].filter(({ entries }) => entries.length > 0);
  }
}

interface Telling {
  language: Language;
  words: Readonly<Record<string, string>>;
  pageOf(id: string): string;
}

/** Entries about comments as one with all of them. */
function asOne(entries: readonly PublicChange[]): PublicChange[] {
  const [newest] = entries;
  return newest ? [{ ...newest, to: entries.reduce((sum, { to }) => sum + Number(to), 0) }] : [];
}

/** What the follows behind a digest are called, by `category health`. */
async function followNames(
  db: Db,
  { companies, newsletters }: DigestContent,
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Set([
    ...companies.flatMap(([, ...reasons]) => reasons),
    ...newsletters.map((category) => `newsletter ${category}`),
  ]);
  const names = await Promise.all(
    [...keys].map(async (key) => {
      const at = key.indexOf(' ');
      const of = { kind: key.slice(0, at) as FollowKind, value: key.slice(at + 1) };
      return [key, (await describeFollowed(db, of, language)).name] as const;
    }),
  );
  return new Map(names);
}
