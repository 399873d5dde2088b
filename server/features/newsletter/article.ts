import { LIGHT } from '../../../core/design/tokens.ts';
import { type Block, parseMarkdown, plainText, type TextRun } from '../../../core/documents/markdown.ts';
import type { Language } from '../../../core/languages.ts';
import { issueParts } from '../../../core/newsletter/rules.ts';
import { escapeMarkup } from '../../../core/text.ts';

/** What the card of a company shows. */
export interface CardCompany {
  name: string;
  description: string;
  link: string;
}

interface ArticleOptions {
  /** Where links that are paths of the site begin. */
  siteUrl: string;
  /** Cards by company id; other companies have no card. */
  cards: ReadonlyMap<string, CardCompany>;
}

/** Ids of the companies that a body names. */
export const companiesNamed = (body: string): string[] => [
  ...new Set(issueParts(body).flatMap((part) => ('company' in part ? [part.company] : []))),
];

/** The blocks of a part of a body; its title is a heading among them. */
export function blocksOf(markdown: string): Block[] {
  const { title, blocks } = parseMarkdown(markdown);
  return title === '' ? blocks : [{ kind: 'heading', level: 2, runs: [{ text: title }] }, ...blocks];
}

/** A body as HTML with its colours at each element, as mail programs need it, and as plain text. */
export function renderArticle(
  body: string,
  { siteUrl, cards }: ArticleOptions,
): { html: string; text: string } {
  const html: string[] = [];
  const text: string[] = [];
  const addressOf = (href: string) => (href.startsWith('/') ? `${siteUrl}${href}` : href);
  for (const part of issueParts(body)) {
    if ('company' in part) {
      const card = cards.get(part.company);
      if (!card) continue;
      html.push(cardHtml(card));
      text.push([card.name, card.description, card.link].filter(Boolean).join('\n'));
      continue;
    }
    for (const block of blocksOf(part.markdown)) {
      html.push(blockHtml(block, addressOf));
      text.push(blockText(block, addressOf));
    }
  }
  return { html: html.join('\n'), text: text.join('\n\n') };
}

type AddressOf = (href: string) => string;

/** A place in the mail itself is no address: programs open it nowhere. */
const leadsElsewhere = (href: string | undefined): href is string =>
  href !== undefined && !href.startsWith('#');

function runHtml({ text, bold, italic, code, href }: TextRun, addressOf: AddressOf): string {
  let html = escapeMarkup(text);
  if (code) html = `<code style="font-family:ui-monospace,Menlo,Consolas,monospace">${html}</code>`;
  if (italic) html = `<em>${html}</em>`;
  if (bold) html = `<strong>${html}</strong>`;
  return leadsElsewhere(href)
    ? `<a href="${escapeMarkup(addressOf(href))}" style="color:${LIGHT.ink};text-decoration:underline">${html}</a>`
    : html;
}

function blockHtml(block: Block, addressOf: AddressOf): string {
  const line = (runs: readonly TextRun[]) => runs.map((run) => runHtml(run, addressOf)).join('');
  if (block.kind === 'paragraph')
    return `<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink}">${line(block.runs)}</p>`;
  if (block.kind === 'heading') {
    const size = block.level === 2 ? 20 : 17;
    return `<h${block.level} class="ink" style="margin:28px 0 12px;font-size:${size}px;line-height:1.4;color:${LIGHT.ink}">${line(block.runs)}</h${block.level}>`;
  }
  const name = block.ordered ? 'ol' : 'ul';
  const items = block.items.map((runs) => `<li style="margin:0 0 6px">${line(runs)}</li>`).join('');
  return `<${name} class="ink" style="margin:0 0 16px;padding:0 0 0 24px;color:${LIGHT.ink}">${items}</${name}>`;
}

function blockText(block: Block, addressOf: AddressOf): string {
  const line = (runs: readonly TextRun[]) =>
    runs
      .map(({ text, href }) => {
        if (!leadsElsewhere(href)) return text;
        const address = addressOf(href);
        return address === text ? text : `${text} (${address})`;
      })
      .join('');
  if (block.kind === 'list')
    return block.items.map((runs, i) => `${block.ordered ? `${i + 1}.` : '-'} ${line(runs)}`).join('\n');
  return block.kind === 'heading' ? plainText(block.runs) : line(block.runs);
}

function cardHtml({ name, description, link }: CardCompany): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td class="raised ink" style="padding:16px 18px;background:${LIGHT.raised};border:1px solid ${LIGHT.line};border-radius:12px;color:${LIGHT.ink}">
<a href="${escapeMarkup(link)}" style="color:${LIGHT.ink};font-weight:600">${escapeMarkup(name)}</a>${description ? `<br>${escapeMarkup(description)}` : ''}</td></tr></table>`;
}

/** Where the page of a company is. */
export const companyAddress = (siteUrl: string, language: Language, id: string): string =>
  `${siteUrl}/${language}/companies/${encodeURIComponent(id)}`;
