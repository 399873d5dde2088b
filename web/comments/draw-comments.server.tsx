import { findComments } from '../../core/comments/calls.ts';
import { type CompanyDetail, LIST_MAX, readNumbers } from '../../core/companies/calls.ts';
import { callFromLoader } from '../api.ts';
import { pageContext } from '../page-context.ts';
import type { Asked } from '../root.server.ts';
import { draw, keepStill } from '../still/draw.server.tsx';
import type { OnUse } from '../still/still.tsx';
import { type CommentList, THREADS, THREADS_PARAM } from './comment-list.ts';
import { Comments } from './comment-section.tsx';

/** The threads on a company, as many as the address asks for. @throws CallError */
export function loadComments({ url, context }: Asked, companyId: string): Promise<CommentList> {
  const threads = Number(url.searchParams.get(THREADS_PARAM));
  const limit = Number.isInteger(threads) ? Math.min(Math.max(threads, THREADS), LIST_MAX) : THREADS;
  return context.get(pageContext).gatherAs('part', async () => {
    const call = { params: { id: companyId }, query: { limit } };
    const { answer, next } = await callFromLoader(context, findComments, call);
    return { threads: answer, cursor: next };
  });
}

/**
 * In a loader: what is shown of them. A document has them written out, between marks, so that they can be drawn
 * anew alone; for what the router asks for, their list goes along.
 * @param heading follows from where they stand: a page or a dialog
 */
export function showComments(
  asked: Asked,
  company: Counted,
  comments: CommentList,
  heading: Heading,
): OnUse<CommentList> {
  if (!asked.context.get(pageContext).stills) return comments;
  return keepStill(asked, drawComments(asked, company, comments, heading)) as number;
}

type Heading = 'h2' | 'h3';
type Counted = Pick<CompanyDetail, 'id' | 'comments_count'>;

const BEGIN = '<!--comments ';
const END = '<!--/comments-->';
/** What follows a beginning: where the comments stand, of which company they are, and the document after them. */
const PART = /^(h[23]) (\S+)-->.*?<!--\/comments-->(.*)$/s;

function drawComments(
  asked: Asked,
  { id, comments_count }: Counted,
  loaded: CommentList,
  heading: Heading,
): string {
  const { pathname, search } = asked.url;
  const comments = (
    <Comments
      {...{ companyId: id, count: comments_count, loaded, heading, address: { pathname, search } }}
      reload={async () => {}}
    />
  );
  return `${BEGIN}${heading} ${id}-->${draw(asked, comments, { identifierPrefix: `${heading}-${id}-` })}${END}`;
}

/**
 * A document of which nothing but comments has changed, with those of now. What people write is escaped: it can
 * have none of the marks.
 * @returns undefined where it has none, or what it is about is no longer there
 */
export async function redrawComments(asked: Asked, html: string): Promise<string | undefined> {
  const { gatherAs } = asked.context.get(pageContext);
  const [before = '', ...pieces] = html.split(BEGIN);
  const parts = pieces.map((piece) => PART.exec(piece));
  if (parts.length === 0 || parts.includes(null)) return undefined;
  const drawn = await Promise.all(
    parts.map(async (part) => {
      const [, heading, id = '', rest] = part ?? [];
      const [comments, { answer: numbers }] = await Promise.all([
        loadComments(asked, id),
        gatherAs('moving', () => callFromLoader(asked.context, readNumbers, { params: { id } })),
      ]);
      return drawComments(asked, { id, ...numbers }, comments, heading as Heading) + rest;
    }),
  );
  return before + drawn.join('');
}
