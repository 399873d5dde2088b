import type { StaticHtmlRef } from '#engine/static-html';
import type { Answer } from '../../../core/call.ts';
import type { findChanges } from '../../../core/changes/calls.ts';
import type { findCollectionsOf } from '../../../core/collections/calls.ts';
import type { CompanyDetail, findNeighbours, findRelated } from '../../../core/companies/calls.ts';
import { i18nIn } from '../../i18n/page-texts.ts';
import type { TextsOf } from '../../i18n/translate.ts';
import { hostOf } from '../figures/figure-chart.tsx';
import { memoizeStatic, renderStatic } from '../page/render-static.server.tsx';
import { type LoaderArgs, rootOf } from '../page/root.server.ts';
import { CompanyCollections } from '../reading/company-collections.tsx';
import { readingTexts } from '../reading/texts.server.ts';
import { CompanyAside } from './company-aside.tsx';
import { CompanyChanges } from './company-changes.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { CompanyAbout, CompanyStory } from './company-story.tsx';
import { headlineOf, headlineSource, summaryOf } from './headline.ts';
import { cardsOf, RelatedCompany } from './related-company.tsx';
import type { ShownCompany } from './shown-company.ts';
import { WhereNext } from './where-next.tsx';

/**
 * In a loader: a company as its panel or its page shows it.
 * @param title the heading's level follows from where it stands: a page's first heading or a dialog's
 */
export function showCompany(args: LoaderArgs, company: CompanyDetail, title: 'h1' | 'h2'): ShownCompany {
  const { id, name, category, website, likes, views, comments_count } = company;
  const { language, year } = rootOf(args);
  const t = i18nIn(language).namespace('companies') as unknown as TextsOf<'companies'>;
  const source = headlineSource(company, 'revenue');
  const heading = title === 'h1' ? 'h2' : 'h3';
  return {
    ...{ id, name, category, website, likes, views, comments_count },
    headline: headlineOf(t, company, { language, year }),
    summary: summaryOf(t, company, { language, year }),
    quote: headlineOf(t, company, { language, year, isExact: true }),
    ...(source ? { source: hostOf(source) } : {}),
    about: renderStatic(args, <CompanyAbout company={company} title={title} />),
    facts: renderStatic(args, <CompanyFacts company={company} heading={heading} />),
    story: renderStatic(args, <CompanyStory company={company} heading={heading} />),
    aside: renderStatic(args, <CompanyAside company={company} heading={heading} />),
  };
}

/** Most companies are near several others: a card is drawn once for all of their pages. */
export const renderCards = memoizeStatic(RelatedCompany);

/** In a loader: where a company's page ends. */
export const showWhereNext = (
  args: LoaderArgs,
  company: CompanyDetail,
  {
    related,
    neighbours,
    changes,
    collections,
  }: {
    related: Answer<typeof findRelated>;
    neighbours: Answer<typeof findNeighbours>;
    changes: Answer<typeof findChanges>;
    collections: Answer<typeof findCollectionsOf>;
  },
): StaticHtmlRef => {
  readingTexts(args);
  return renderStatic(
    args,
    <>
      <CompanyCollections collections={collections} />
      <CompanyChanges id={company.id} changes={changes} />
      <WhereNext {...{ company, neighbours }} cards={renderCards(args, cardsOf(company, related))} />
    </>,
  );
};
