import { readFileSync } from 'node:fs';
import { DARK, LIGHT } from '../../../core/design/tokens.ts';
import { accentIn, directory } from '../../../core/directory/current.ts';
import { LANGUAGES, type Language, SCRIPTS } from '../../../core/languages.ts';
import { formatList, withCommas } from '../../../core/list-text.ts';
import { escapeMarkup } from '../../../core/text.ts';
import { pictureId } from '../../../core/uploads/rules.ts';
import type en from './texts/en.json';

/** `issue` is what the editors write, `writeArticle`; `names` is a part of others, `namesInMail`. */
export type MailKind = Exclude<keyof typeof en, 'issue' | 'names'>;

const MAIL_TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8')),
  ]),
) as Record<Language, typeof en>;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  language: Language;
  /** The link the mail is about, printed in the log where no mail server is set. */
  link: string;
  /** Header fields beside those of every mail. */
  headers?: Record<string, string>;
}

/** A section of a mail. */
export interface MailSection {
  heading: string;
  entries: { title: string; link: string; lines: string[]; note: string }[];
  /** Text below the entries, as the number of further ones; may be empty. */
  more: string;
}

export interface MailContent {
  to: string;
  /** Name in the greeting. */
  name: string;
  language: Language;
  site: string;
  link: string;
  /** Further values of the texts: of the product, or made inert. */
  values?: Record<string, string>;
  /** Text between the body and the action. */
  sections?: readonly MailSection[];
}

/** Maximum characters of a name in a mail. */
const MAIL_NAME_MAX = 60;

/** An article of the editors, as a mail carries it. */
export interface Article {
  title: string;
  /** Of the title and the text. */
  language: Language;
  /** HTML of the product: typed text is escaped. */
  html: string;
  text: string;
}

/**
 * A mail of the editors: their words, and why it comes with the way to end it.
 * @param content.link leads to the page on which the mails are ended
 * @param page leads to the same text on the site, for everybody
 */
export function writeArticle(
  article: Article,
  { to, language, site, link, values = {} }: Omit<MailContent, 'name' | 'sections'>,
  page: string,
): Mail {
  const { note, action, browser } = MAIL_TEXTS[language].issue;
  const why = fillText(note, { ...values, site });
  const footLink = (address: string, words: string) =>
    `<a href="${escapeMarkup(address)}" style="color:${LIGHT.soft}">${escapeMarkup(words)}</a>`;
  return {
    to,
    subject: article.title,
    text: `${article.title}\n\n${article.text}\n\n-- \n${browser}: ${page}\n\n${why}\n${action}: ${link}\n\n${site}\n`,
    html: frame(
      language,
      site,
      `<div lang="${article.language}"><h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:1.3;color:${LIGHT.ink}">${escapeMarkup(article.title)}</h1>
${article.html}</div>`,
      `${footLink(page, browser)}<br><br>${escapeMarkup(why)}<br>${footLink(link, action)}`,
    ),
    language,
    link,
  };
}

/** Fills placeholders in one pass, by a function: nothing in a value is a placeholder or a pattern. */
export const fillText = (
  text: string | undefined,
  values: Readonly<Record<string, string | number>>,
): string => (text ?? '').replace(/{{(\w+)}}/g, (_, key: string) => String(values[key] ?? ''));

/**
 * The first of some names as a list, and how many more there are.
 * @param inSentence whether they are part of a sentence: `A, B, and C`; else commas alone stand between them
 * @param unnamed how many there are beside these
 */
export function namesInMail(
  names: readonly string[],
  language: Language,
  { max, inSentence = false, unnamed = 0 }: { max: number; inSentence?: boolean; unnamed?: number },
): string {
  const named = names.slice(0, max);
  const count = names.length - named.length + unnamed;
  if (count === 0 && inSentence) return formatList(named, language, 'long');
  const list = withCommas(named, language);
  return count === 0 ? list : fillText(MAIL_TEXTS[language].names.more, { names: list, count });
}

/** The mail with the headers by which a mail program ends it with one request (RFC 8058). @param token of its reader */
export const withUnsubscribe = (mail: Mail, siteUrl: string, token: string): Mail => ({
  ...mail,
  headers: {
    'List-Unsubscribe': `<${siteUrl}/mail/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});

/** A mail in the person's language, as text and as HTML. */
export function writeMail(
  kind: MailKind,
  { to, name, language, site, link, values: given = {}, sections = [] }: MailContent,
): Mail {
  const texts = MAIL_TEXTS[language][kind];
  const addressed = inertName(name) || inertName(to.split('@')[0] ?? '');
  const values: Record<string, string> = {
    ...given,
    name: [...addressed].slice(0, MAIL_NAME_MAX).join(''),
    site,
  };
  const fill = (text: string) => fillText(text, values);
  const [greeting, body, action, note] = [texts.greeting, texts.body, texts.action, texts.note].map(fill) as [
    string,
    string,
    string,
    string,
  ];
  const told = sections.map((section) => `${sectionText(section)}\n\n`).join('');
  const text = `${greeting}\n\n${body}\n\n${told}${action}:\n${link}\n\n${note}\n\n${site}\n`;
  const html = letter({ greeting, body, action, note, site, link }, sections, language);
  return { to, subject: `${fill(texts.subject)} · ${site}`, text, html, language, link };
}

/** Words of a kind of mail that stand in sections of it, by their keys. */
export const mailWords = (language: Language, kind: MailKind): Readonly<Record<string, string>> =>
  MAIL_TEXTS[language][kind];

const sectionText = ({ heading, entries, more }: MailSection): string =>
  [
    heading,
    ...entries.map(({ title, link, lines, note }) =>
      [title, ...lines, note, link].filter(Boolean).join('\n'),
    ),
    more,
  ]
    .filter(Boolean)
    .join('\n\n');

/** A section in the letter: a heading, then a block for each entry. */
function sectionHtml({ heading, entries, more }: MailSection): string {
  const blocks = entries.map(
    ({ title, link, lines, note }) =>
      `<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink}"><a href="${escapeMarkup(link)}" style="color:${LIGHT.ink};font-weight:600">${escapeMarkup(title)}</a>${[
        ...lines.map((line) => `<br>${escapeMarkup(line)}`),
        ...(note
          ? [`<br><span class="soft" style="font-size:14px;color:${LIGHT.soft}">${escapeMarkup(note)}</span>`]
          : []),
      ].join('')}</p>`,
  );
  return [
    ...(heading
      ? [
          `<h2 class="ink" style="margin:0 0 12px;font-size:18px;line-height:1.4;color:${LIGHT.ink}">${escapeMarkup(heading)}</h2>`,
        ]
      : []),
    ...blocks,
    ...(more
      ? [`<p class="soft" style="margin:0 0 16px;color:${LIGHT.soft}">${escapeMarkup(more)}</p>`]
      : []),
    '<div style="height:12px;font-size:0;line-height:0">&#8203;</div>',
  ].join('\n');
}

/** What mail programs that follow the reader's colours put in place of the light ones. */
const inTheDark = () => `
.paper{background:${DARK.paper}!important}.raised{background:${DARK.raised}!important;border-color:${DARK.line}!important}
.ink,.ink a{color:${DARK.ink}!important}.soft,.soft a{color:${DARK.soft}!important}
.giant,.action{background:${accentIn('dark')}!important}.action,.action a{color:${DARK['on-accent']}!important}`;

const FONTS =
  "-apple-system,'Segoe UI','Apple SD Gothic Neo','Malgun Gothic','Hiragino Sans','Yu Gothic UI','PingFang SC','Microsoft YaHei','Noto Sans CJK KR',sans-serif";

/** A letter of ours: greeting, body, sections, and the action as a button with its address below. */
function letter(
  texts: Record<'greeting' | 'body' | 'action' | 'note' | 'site' | 'link', string>,
  sections: readonly MailSection[],
  language: Language,
): string {
  const { greeting, body, action, note, link } = Object.fromEntries(
    Object.entries(texts).map(([part, text]) => [part, escapeMarkup(text)]),
  ) as typeof texts;
  return frame(
    language,
    texts.site,
    `<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink}">${greeting}</p><p class="ink" style="margin:0 0 28px;color:${LIGHT.ink}">${body}</p>
${sections.map(sectionHtml).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="action" style="background:${accentIn('light')};border-radius:8px"><a href="${link}" style="display:inline-block;padding:12px 22px;color:${LIGHT['on-accent']};font-weight:600;text-decoration:none">${action}</a></td></tr></table>
<p class="soft" style="margin:20px 0 0;font-size:14px;color:${LIGHT.soft};word-break:break-all"><a href="${link}" style="color:${LIGHT.soft}">${link}</a></p>`,
    note,
  );
}

/**
 * The one layout of all mails: tables and colours at each element, as mail programs need it. The sign is
 * made of its corners alone, or the logo that goes with the mail: a picture from elsewhere would tell who reads it, and when.
 * @param inside HTML of the sheet @param note HTML below it
 */
function frame(language: Language, siteText: string, inside: string, note: string): string {
  const site = escapeMarkup(siteText);
  const disc = (side: number, colour: string, of: string) =>
    `<div class="${of}" style="width:${side}px;height:${side}px;border-radius:50%;background:${colour};margin:0 auto;font-size:0;line-height:0">&#8203;</div>`;
  const { logo } = directory().looks;
  const sign = logo.light
    ? `<td style="padding:6px 8px;background:${LIGHT.raised};border-radius:8px"><img src="cid:${pictureId(logo.light.url)}" alt="${site}" height="32" style="display:block;height:32px;width:auto;max-width:240px"></td>`
    : `<td width="28">${disc(7, LIGHT.sun, 'tiny')}<div style="height:3px;font-size:0;line-height:0">&#8203;</div>${disc(20, accentIn('light'), 'giant')}</td>
<td class="ink" style="padding-left:8px;color:${LIGHT.ink};font-size:18px;font-weight:700">${site}</td>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${inTheDark()}}</style></head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left;font:16px/1.65 ${FONTS};word-break:${SCRIPTS[language] === 'Kore' ? 'keep-all' : 'normal'}">
<tr><td style="padding:0 4px 20px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
${sign}</tr></table></td></tr>
<tr><td class="raised" style="padding:32px 28px;background:${LIGHT.raised};border:1px solid ${LIGHT.line};border-radius:16px">
${inside}</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font-size:14px;color:${LIGHT.soft}">${note}</td></tr>
</table></td></tr></table></body></html>`;
}

/** Ids of the uploaded pictures that the HTML of a mail shows: attached, because a request would tell who reads the mail. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/src="cid:([0-9a-f]{40})"/g)].map(([, id]) => id ?? '')),
];

/**
 * A name as it stands in a mail: whoever signs up with somebody else's address writes there, so it
 * carries no address that a mail program makes a link of, no markup and no line of its own.
 */
export function inertName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/[.。｡](?=\S)|[@/\\:<>[\]()*_`]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
