import { readDocument } from '../../../core/documents/calls.ts';
import { DOCUMENTS } from '../../../core/documents/rules.ts';
import { callFromLoader } from '../../shared/api.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { withoutLanguage } from '../../shared/paths.ts';
import { usePageVisit } from '../analytics/record.ts';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { Seo } from '../page/seo.tsx';
import type { Route } from './+types/document-page.ts';
import { BlockView } from './block-view.tsx';

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
          <BlockView key={i} block={block} Page={PageLink} />
        ))}
      </div>
    </>
  );
}
