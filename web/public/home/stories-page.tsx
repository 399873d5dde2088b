import { StaticHtml } from '#engine/static-html';
import { type CompanyDetail, readCompany } from '../../../core/companies/calls.ts';
import { storyOfDay } from '../../../core/companies/story-of-day.ts';
import { findPoints } from '../../../core/explore/calls.ts';
import { langOf } from '../../../core/text.ts';
import { DAY } from '../../../core/time.ts';
import { formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromLoader, callUnvalidated } from '../../shared/api.ts';
import { BigFigures } from '../../shared/companies/big-figures.tsx';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { pageContext } from '../../shared/page-context.ts';
import { othersOf, panelAddress } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { usePageVisit } from '../analytics/record.ts';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { renderStatic } from '../page/render-static.server.tsx';
import { Seo } from '../page/seo.tsx';
import { ReadingLinks } from '../reading/at-home.server.tsx';
import { readingTexts } from '../reading/texts.server.ts';
import type { Route } from './+types/stories-page.ts';
import { DRAWN, storyCandidates } from './story-candidates.ts';

/** Days of the archive: of a longer one each company would be in it several times. */
const STORY_DAYS = 30;

/** The story of a day, `2026-11-27`. */
interface DayStory {
  day: string;
  company: CompanyDetail;
}

export async function loader(args: Route.LoaderArgs) {
  const { context } = args;
  const language = languageOf(args);
  const { answer } = await callFromLoader(context, findPoints, { query: { language, limit: DRAWN } }).catch(
    pageError,
  );
  const candidates = storyCandidates(answer.points);
  const { today } = context.get(pageContext);
  const chosen = Array.from({ length: STORY_DAYS }, (_, i) => {
    const day = new Date(Date.parse(today) - i * DAY).toISOString().slice(0, 10);
    return { day, id: storyOfDay(candidates, day)?.id };
  });
  const stories = await Promise.all(
    chosen.flatMap(({ day, id }) =>
      id === undefined
        ? []
        : callUnvalidated(context, readCompany, { params: { id }, query: { language } }).then(
            (read) => ({ day, company: read.answer }),
            pageError,
          ),
    ),
  );
  const others = othersOf(args.url.searchParams);
  readingTexts(args);
  return {
    list: renderStatic(
      args,
      <>
        <StoryList stories={stories} others={others} />
        <ReadingLinks />
      </>,
    ),
  };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function StoriesPage({ loaderData: { list } }: Route.ComponentProps) {
  const { t } = useTranslation('home');
  usePageVisit('stories');
  const title = t('stories');
  const description = t('storiesText');
  return (
    <>
      <Seo title={title} description={description} />
      <PageHead title={title} description={description} />
      <StaticHtml html={list} />
    </>
  );
}

/** A company a day, the latest first, as static HTML. */
function StoryList({ stories, others }: { stories: readonly DayStory[]; others: string }) {
  const { t } = useTranslation('home');
  const { language } = useRoot();
  if (stories.length === 0) return <p className="text-soft">{t('noStories')}</p>;
  return (
    <ol className="border-line border-y *:not-last:border-line *:not-last:border-b">
      {stories.map(({ day, company }) => (
        <li key={day} data-category={company.category}>
          <div className="story-row">
            <LogoTile company={company} size="small" />
            <div>
              <h2 lang={langOf(company.name, language)} className="text-lg">
                <a href={panelAddress(others, company.id)} className="stretched">
                  {company.name}
                </a>
              </h2>
              <p lang={langOf(company.description, language)} className="mt-1 text-soft">
                {company.description}
              </p>
            </div>
            <div>
              <BigFigures company={company} />
              <time dateTime={day} className="text-soft text-sm">
                {formatDay(day, language)}
              </time>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
