import type { ReactNode } from 'react';
import { readDocument } from '../../../core/documents/calls.ts';
import type { Block, TextRun } from '../../../core/documents/markdown.ts';
import { DOCUMENTS } from '../../../core/documents/rules.ts';
import { callFromLoader } from '../../shared/api.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { withoutLanguage } from '../../shared/paths.ts';
import { usePageVisit } from '../analytics/record.ts';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { Seo } from '../page/seo.tsx';
import type { Route } from './+types/document-page.ts';

export async function loader({ url, request, params, context }: Route.LoaderArgs) {
  const language = languageOf({ request, params });
  const path = withoutLanguage(url.pathname);
  const document = DOCUMENTS.find((name) => path === `/${name}`) ?? 'about';
  const { answer } = await callFromLoader(context, readDocument, {
    params: { document },
    query: { language },
  }).catch(pageError);
  return answer;
}

export const shouldRevalidate = revalidateExceptForPanel;

/** About, privacy, terms or contact: plain text with headings, lists and links. */
export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const { document, title, description, blocks } = loaderData;
  usePageVisit(document);
  const [first, ...rest] = blocks;
  // The head of the page says the first paragraph, where there is nothing but text in it.
  const isLead =
    first?.kind === 'paragraph' && first.runs.length === 1 && first.runs[0]?.text === description;
  return (
    <>
      <Seo title={title} description={description} />
      <PageHead title={title} description={isLead ? description : ''} />
      <div className="max-w-prose space-y-4 pb-8">
        {(isLead ? rest : blocks).map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page stay where they are
          <BlockView key={i} block={block} />
        ))}
      </div>
    </>
  );
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Runs runs={block.runs} />
      </p>
    );
  }
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return (
      <Heading className={block.level === 2 ? 'pt-6 text-2xl' : 'pt-4 text-xl'}>
        <Runs runs={block.runs} />
      </Heading>
    );
  }
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={`space-y-2 pl-6 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((runs, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list stay where they are
        <li key={i}>
          <Runs runs={runs} />
        </li>
      ))}
    </List>
  );
}

function Runs({ runs }: { runs: readonly TextRun[] }) {
  return runs.map((run, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line stay where they are
    <RunView key={i} run={run} />
  ));
}

function RunView({ run: { text, bold, italic, code, href } }: { run: TextRun }) {
  let shown: ReactNode = text;
  if (code) shown = <code className="rounded bg-tint px-1 text-[0.9em]">{text}</code>;
  if (href) shown = <TextLink href={href}>{shown}</TextLink>;
  if (italic) shown = <em>{shown}</em>;
  return bold ? <strong>{shown}</strong> : shown;
}

/** A link of a text: to a page of the site within it, to a file or another site as such. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const className = 'link wrap-anywhere';
  const isPage = href.startsWith('/') && !/^\/(?:api|\.well-known)\/|\.\w+$/.test(href);
  if (isPage) {
    return (
      <PageLink to={withoutLanguage(href)} className={className}>
        {children}
      </PageLink>
    );
  }
  const isElsewhere = /^https?:/.test(href);
  return (
    <a
      href={href}
      className={className}
      {...(isElsewhere ? { rel: 'noopener noreferrer nofollow', target: '_blank' } : {})}
    >
      {children}
    </a>
  );
}
