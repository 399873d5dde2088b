import type { ComponentType, ReactNode } from 'react';
import type { Block, TextRun } from '../../../core/documents/markdown.ts';
import { withoutLanguage } from '../../shared/paths.ts';

type PageComponent = ComponentType<{ to: string; className: string; children: ReactNode }>;

/** A block of a text: its links to pages are links of the router, or plain ones in static HTML. */
export function BlockView({ block, Page }: { block: Block; Page: PageComponent }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Runs runs={block.runs} Page={Page} />
      </p>
    );
  }
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return (
      <Heading className={block.level === 2 ? 'pt-6 text-2xl' : 'pt-4 text-xl'}>
        <Runs runs={block.runs} Page={Page} />
      </Heading>
    );
  }
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={`space-y-2 pl-6 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((runs, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list stay where they are
        <li key={i}>
          <Runs runs={runs} Page={Page} />
        </li>
      ))}
    </List>
  );
}

function Runs({ runs, Page }: { runs: readonly TextRun[]; Page: PageComponent }) {
  return runs.map((run, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line stay where they are
    <RunView key={i} run={run} Page={Page} />
  ));
}

function RunView({ run: { text, bold, italic, code, href }, Page }: { run: TextRun; Page: PageComponent }) {
  let shown: ReactNode = text;
  if (code) shown = <code className="rounded bg-tint px-1 text-[0.9em]">{text}</code>;
  if (href)
    shown = (
      <TextLink href={href} Page={Page}>
        {shown}
      </TextLink>
    );
  if (italic) shown = <em>{shown}</em>;
  return bold ? <strong>{shown}</strong> : shown;
}

/** A link of a text: to a page of the site within it, to a file or another site as such. */
function TextLink({ href, Page, children }: { href: string; Page: PageComponent; children: ReactNode }) {
  const className = 'link wrap-anywhere';
  const isPage = href.startsWith('/') && !/^\/(?:api|\.well-known)\/|\.\w+$/.test(href);
  if (isPage) {
    return (
      <Page to={withoutLanguage(href)} className={className}>
        {children}
      </Page>
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
