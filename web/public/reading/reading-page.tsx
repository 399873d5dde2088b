import { StaticHtml } from '#engine/static-html';
import { usePageVisit } from '../analytics/record.ts';
import { Description } from '../page/description.tsx';
import { revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { Seo } from '../page/seo.tsx';
import type { Route } from './+types/reading-page.ts';
import { renderReadingPage } from './read-page.server.tsx';

export const loader = (args: Route.LoaderArgs) => renderReadingPage(args);

export const shouldRevalidate = revalidateExceptForPanel;

/** A page about many companies: its head, and the static HTML of its loader. */
export default function ReadingPage({ loaderData }: Route.ComponentProps) {
  const {
    visit,
    title,
    titleLang,
    description,
    lead = description,
    parent,
    picture,
    feed,
    noindex = false,
    html,
    described,
  } = loaderData;
  usePageVisit(visit);
  return (
    <>
      <Seo
        title={title}
        description={description}
        picture={picture}
        pictureText={title}
        noindex={noindex}
        {...(feed === undefined ? {} : { feed })}
      />
      <Description html={described} />
      <PageHead title={title} titleLang={titleLang} description={lead} {...(parent ? { parent } : {})} />
      <StaticHtml html={html} />
    </>
  );
}
