import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages.ts';

/**
 * `scheduled`: sending begins at its time. `sending`: until no reader waits. `cancelled`: stopped for good
 * while sending. Unscheduling makes the issue a draft again.
 */
export const ISSUE_STATES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

export const ISSUE_SUBJECT_MAX = 150;
export const ISSUE_BODY_MAX = 20_000;

/** What an issue says in one language: the subject, and the body as Markdown with lines of companies. */
export interface IssueText {
  subject: string;
  body: string;
}
export type IssueTexts = { [L in Language]?: IssueText };

const COMPANY_LINE = /^[ \t]*\{\{company:([a-z0-9-]{1,200})\}\}[ \t]*$/;

/** The line of a body that stands for the card of a company. */
export const companyLine = (id: string): string => `{{company:${id}}}`;

/** A body in its parts: Markdown, and the companies between. */
export function issueParts(body: string): ({ markdown: string } | { company: string })[] {
  const parts: ({ markdown: string } | { company: string })[] = [];
  let lines: string[] = [];
  const close = () => {
    const markdown = lines.join('\n');
    if (markdown.trim() !== '') parts.push({ markdown });
    lines = [];
  };
  for (const line of body.replace(/\r\n?/g, '\n').split('\n')) {
    const company = COMPANY_LINE.exec(line)?.[1];
    if (company === undefined) lines.push(line);
    else {
      close();
      parts.push({ company });
    }
  }
  close();
  return parts;
}

/** Whether an issue can be sent in a language: half a text is none. */
export const isWhole = (text: IssueText | undefined): text is IssueText =>
  text !== undefined && text.subject.trim() !== '' && text.body.trim() !== '';

/** The language in which a reader of another one gets an issue: the reader's, else English, else any; undefined without a text. */
export function issueLanguage(texts: IssueTexts, preferred: Language): Language | undefined {
  const order: readonly Language[] = [preferred, DEFAULT_LANGUAGE, ...LANGUAGES];
  return order.find((language) => isWhole(texts[language]));
}
