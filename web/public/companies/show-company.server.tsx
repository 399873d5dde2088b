import type { StaticHtmlRef } from '#engine/static-html';
import type { Answer } from '../../../core/call.ts';
import type { CompanyDetail, findNeighbours, findRelated } from '../../../core/companies/calls.ts';
import { memoizeStatic, renderStatic } from '../page/render-static.server.tsx';
import type { LoaderArgs } from '../page/root.server.ts';
import { CompanyAbout, CompanyStory } from './company-story.tsx';
import { cardsOf, RelatedCompany } from './related-company.tsx';
import type { ShownCompany } from './shown-company.ts';
import { WhereNext } from './where-next.tsx';

/**
 * In a loader: a company as its panel or its page shows it.
 * @param title the heading's level follows from where it stands: a page's first heading or a dialog's
 */
export function showCompany(args: LoaderArgs, company: CompanyDetail, title: 'h1' | 'h2'): ShownCompany {
  const { id, name, category, description, revenue, employees, founded } = company;
  const { website, likes, views, comments_count } = company;
  return {
    ...{ id, name, category, description, revenue, employees, founded },
    ...{ website, likes, views, comments_count },
    about: renderStatic(args, <CompanyAbout company={company} title={title} />),
    story: renderStatic(args, <CompanyStory company={company} heading={title === 'h1' ? 'h2' : 'h3'} />),
  };
}

/** Most companies are near several others: a card is drawn once for all of their pages. */
const drawCards = memoizeStatic(RelatedCompany);

/** In a loader: where a company's page ends. */
export const showWhereNext = (
  args: LoaderArgs,
  company: CompanyDetail,
  related: Answer<typeof findRelated>,
  neighbours: Answer<typeof findNeighbours>,
): StaticHtmlRef =>
  renderStatic(
    args,
    <WhereNext {...{ company, neighbours }} cards={drawCards(args, cardsOf(company, related))} />,
  );
