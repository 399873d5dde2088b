import { readFileSync } from 'node:fs';
import { LIGHT } from '../../core/design/tokens.ts';
import { LANGUAGES, type Language, SCRIPTS } from '../../core/languages.ts';
import type en from './texts/en.json';

export type MailKind = keyof typeof en;

const TEXTS = Object.fromEntries(
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
}

export interface MailContent {
  to: string;
  /** How the person is addressed. */
  name: string;
  language: Language;
  site: string;
  link: string;
  /** What else the texts name: ours, or made inert. */
  values?: Record<string, string>;
}

/** Characters of a name in a mail. */
const NAME_MAX = 60;

/** A mail in the person's language, as text and as HTML. */
export function writeMail(
  kind: MailKind,
  { to, name, language, site, link, values: given = {} }: MailContent,
): Mail {
  const texts = TEXTS[language][kind];
  const addressed = inertName(name) || inertName(to.split('@')[0] ?? '');
  const values: Record<string, string> = {
    ...given,
    name: [...addressed].slice(0, NAME_MAX).join(''),
    site,
  };
  // One pass, by a function: nothing in a name is a placeholder or a pattern.
  const fill = (text: string) => text.replace(/{{(\w+)}}/g, (_, key: string) => values[key] ?? '');
  const [greeting, body, action, note] = [texts.greeting, texts.body, texts.action, texts.note].map(fill) as [
    string,
    string,
    string,
    string,
  ];
  const text = `${greeting}\n\n${body}\n\n${action}:\n${link}\n\n${note}\n\n${site}\n`;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:32px 16px;font:16px/1.6 -apple-system,'Segoe UI','Apple SD Gothic Neo','Hiragino Sans','PingFang SC','Noto Sans CJK KR',sans-serif">
<div style="max-width:480px;margin:0 auto;word-break:${SCRIPTS[language] === 'Kore' ? 'keep-all' : 'normal'}">
<p>${escapeHtml(greeting)}</p><p>${escapeHtml(body)}</p>
<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="background:${LIGHT.accent};color:${LIGHT['on-accent']};padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeHtml(action)}</a></p>
<p style="font-size:14px;word-break:break-all"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p style="font-size:14px;opacity:.75">${escapeHtml(note)}</p><p style="font-size:14px;opacity:.75">${escapeHtml(site)}</p>
</div></body></html>`;
  return { to, subject: `${fill(texts.subject)} · ${site}`, text, html, language, link };
}

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

function escapeHtml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
