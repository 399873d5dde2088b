import { findCollections, type ListedCollection } from '../../../core/collections/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { languageOf, pageError } from '../page/load-page.ts';
import { renderStatic } from '../page/render-static.server.tsx';
import type { LoaderArgs } from '../page/root.server.ts';
import { StaticLink } from '../page/static-link.tsx';
import { CollectionCard } from './collections.server.tsx';
import { eventsForDay, eventsOf, MonthAtHome, monthOfToday } from './month.server.tsx';
import { readingTexts } from './texts.server.ts';

/** Collections of the home page. */
const COLLECTIONS_AT_HOME = 3;

/** In a loader: what happened in this month, for the home page. */
export async function showMonth(args: LoaderArgs, others: string) {
  readingTexts(args);
  const { month, year, today } = monthOfToday(args);
  const events = eventsForDay(await eventsOf(args, month), today);
  return renderStatic(args, <MonthAtHome {...{ month, year, events, others }} />);
}

/** In a loader: the newest collections and the pages that read across companies, for the home page. */
export async function showCollections(args: LoaderArgs) {
  readingTexts(args);
  const { answer } = await callUnvalidated(args.context, findCollections, {
    query: { language: languageOf(args) },
  }).catch(pageError);
  return renderStatic(args, <CollectionsAtHome collections={answer.slice(0, COLLECTIONS_AT_HOME)} />);
}

function CollectionsAtHome({ collections }: { collections: readonly ListedCollection[] }) {
  const { t } = useTranslation('reading');
  return (
    <section aria-labelledby="collections" className="border-line border-t py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="collections" className="text-2xl">
          {t(collections.length > 0 ? 'home.collections' : 'home.read')}
        </h2>
        {collections.length > 0 ? (
          <StaticLink to={paths.reading('collections')} className="link onward">
            {t('collections.all')}
          </StaticLink>
        ) : null}
      </div>
      <ul className="collections mt-4 empty:hidden">
        {collections.map((collection) => (
          <CollectionCard key={collection.id} collection={collection} heading="h3" />
        ))}
      </ul>
      <ReadingLinks />
    </section>
  );
}

const LINKED = [
  ['ten-highest', 'tenHighest.title'],
  ['first-customers', 'firstCustomers.title'],
  ['outcomes', 'outcomes.title'],
] as const;

/** Links to the pages that are made of many companies' facts. */
export function ReadingLinks() {
  const { t } = useTranslation('reading');
  return (
    <nav aria-label={t('home.read')} className="mt-4">
      <ul className="flex flex-wrap gap-x-8">
        {LINKED.map(([name, title]) => (
          <li key={name}>
            <StaticLink to={paths.reading(name)} className="link onward">
              {t(title)}
            </StaticLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
