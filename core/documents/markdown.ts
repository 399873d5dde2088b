/** A piece of a line in one manner. */
export interface TextRun {
  text: string;
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  code?: boolean | undefined;
  href?: string | undefined;
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; runs: TextRun[] }
  | { kind: 'paragraph'; runs: TextRun[] }
  | { kind: 'list'; ordered: boolean; items: TextRun[][] };

export interface Markdown {
  /** Of the first heading of the first level; empty where there is none. */
  title: string;
  blocks: Block[];
}

const HEADING = /^(#{1,6})\s+(\S.*)?$/;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/;
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/;

/**
 * Reads the part of Markdown that a plain page needs: headings, paragraphs, lists, bold, italic, code
 * and links. Everything else is text; there is no HTML, so nothing that was written can run.
 */
export function parseMarkdown(source: string): Markdown {
  const blocks: Block[] = [];
  let title = '';
  /** Lines of the paragraph, or of the last item, that is being read. */
  let open: string[] = [];
  let list: { ordered: boolean; items: string[][] } | null = null;

  function close(): void {
    if (list) {
      const items = list.items.map((lines) => parseRuns(joinLines(lines)));
      blocks.push({ kind: 'list', ordered: list.ordered, items });
    } else if (open.length > 0) blocks.push({ kind: 'paragraph', runs: parseRuns(joinLines(open)) });
    list = null;
    open = [];
  }

  for (const line of source.replace(/\r\n?/g, '\n').split('\n')) {
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line);
    const item = bullet ?? NUMBER.exec(line);
    if (line.trim() === '') close();
    else if (heading) {
      close();
      const [, marks = ''] = heading;
      const text = withoutClosing(heading[2] ?? '');
      if (marks.length === 1 && title === '' && blocks.length === 0) title = plainText(parseRuns(text));
      else blocks.push({ kind: 'heading', level: marks.length <= 2 ? 2 : 3, runs: parseRuns(text) });
    } else if (item) {
      const ordered = !bullet;
      if (!list || list.ordered !== ordered) {
        close();
        list = { ordered, items: [] };
      }
      open = [item[1] ?? ''];
      list.items.push(open);
    } else open.push(line);
  }
  close();
  return { title, blocks };
}

/** The text of a heading without the marks that may close it. */
function withoutClosing(text: string): string {
  let end = text.trimEnd().length;
  while (text[end - 1] === '#') end--;
  return text.slice(0, end).trimEnd();
}

/** The lines of a paragraph as one: with a space between, but not between two of East Asian writing. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(
      /(?<=[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60])\n(?=[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60])/g,
      '',
    )
    .replaceAll('\n', ' ');
}

/** An escaped sign, code, a link, or a mark of bold or italic. Read in one go: no label holds another. */
const INLINE = /\\([\\`*[\]()#+.!-])|`([^`]+)`|\[((?:\\.|[^[\]\\])+)\]\(([^()\s]+)\)|\*\*|\*/g;

/** Index of the last closing mark that follows a character; -1 without one. */
const lastClosing = (source: string, mark: '*' | '**') => {
  let at = source.lastIndexOf(mark);
  while (at > 0 && /\s/.test(source[at - 1] ?? '')) at = source.lastIndexOf(mark, at - 1);
  return at > 0 ? at : -1;
};

export function parseRuns(source: string): TextRun[] {
  const runs: TextRun[] = [];
  const marks = { bold: false, italic: false };
  const add = (text: string, more: Partial<TextRun> = {}) => {
    if (text === '') return;
    const run: TextRun = { text, ...more };
    if (marks.bold) run.bold = true;
    if (marks.italic) run.italic = true;
    const before = runs.at(-1);
    if (before && sameManner(before, run)) before.text += text;
    else runs.push(run);
  };
  const last = { bold: lastClosing(source, '**'), italic: lastClosing(source, '*') };
  let at = 0;
  for (const match of source.matchAll(INLINE)) {
    const [all, escaped, code, label, href] = match;
    add(source.slice(at, match.index));
    at = match.index + all.length;
    if (escaped !== undefined) add(escaped);
    else if (code !== undefined) add(code, { code: true });
    else if (label !== undefined && href !== undefined) {
      const text = plainText(parsePlain(label));
      if (isLinkable(href)) add(text, { href });
      else add(all);
    } else {
      const mark = all === '**' ? 'bold' : 'italic';
      const opens = /\S/.test(source[at] ?? '') && last[mark] > at;
      const closes = /\S/.test(source[match.index - 1] ?? '');
      // A marker without a closing one, or between spaces, is plain text.
      if (marks[mark] ? closes : opens) marks[mark] = !marks[mark];
      else add(all);
    }
  }
  add(source.slice(at));
  return runs;
}

/** The text of a link: escapes are resolved, marks are left out. */
function parsePlain(label: string): TextRun[] {
  return [{ text: label.replace(/\\(.)/g, '$1').replace(/\*\*|`/g, '') }];
}

const sameManner = (a: TextRun, b: TextRun) =>
  a.bold === b.bold && a.italic === b.italic && a.code === b.code && a.href === b.href;

/** Where a link may lead: to the web, a mailbox, or a path of this site; never to a script. */
function isLinkable(href: string): boolean {
  if (/^(?:\/(?![/\\])|#)/.test(href)) return true;
  const url = URL.parse(href);
  return url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol);
}

export function plainText(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('');
}
