import {
  type Collection,
  findCollections,
  type ListedCollection,
  readCollection,
} from '../../../core/collections/calls.ts';
import { langOf } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { BigFigures } from '../../shared/companies/big-figures.tsx';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { othersOf, panelAddress, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { languageOf, pageError } from '../page/load-page.ts';
import { type LoaderArgs, rootOf } from '../page/root.server.ts';
import { StaticLink } from '../page/static-link.tsx';
import { itemList, listOfPages } from '../page/structured-data.ts';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

/** Of a collection's page. */
const OTHERS_SHOWN = 3;

const listed = (args: LoaderArgs) =>
  callUnvalidated(args.context, findCollections, { query: { language: languageOf(args) } }).then(
    ({ answer }) => answer,
    pageError,
  );

export async function readCollectionList(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const collections = await listed(args);
  return {
    title: t('collections.title'),
    description: t('collections.text'),
    feed: paths.reading('collections'),
    body: <CollectionList collections={collections} />,
    structured: listOfPages(
      collections.map(({ id, title }) => ({ name: title, path: paths.collection(id) })),
      rootOf(args),
    ),
  };
}

function CollectionList({ collections }: { collections: readonly ListedCollection[] }) {
  const { t } = useTranslation('reading');
  if (collections.length === 0) return <p className="text-soft">{t('collections.none')}</p>;
  return (
    <ul className="collections">
      {collections.map((collection) => (
        <CollectionCard key={collection.id} collection={collection} heading="h2" />
      ))}
    </ul>
  );
}

/** Letters of an introduction in three lines of a card; East Asian ones are twice as wide. */
const CARD_LETTERS = 130;

/** The beginning of a text, as far as a card has room. */
function beginningOf(text: string): string {
  const most = /[\p{Script=Han}\p{Script=Hangul}]/u.test(text) ? CARD_LETTERS / 2 : CARD_LETTERS;
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most).join('').trimEnd()}…`;
}

/** Card of a collection: title, beginning of the intro, and logos of the first companies. */
export function CollectionCard({
  collection: { id, title, intro, language: written, count, first },
  heading: Heading,
}: {
  collection: ListedCollection;
  heading: 'h2' | 'h3';
}) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  const lang = written === language ? undefined : written;
  return (
    <li className="collection-card">
      <Heading className="text-xl" lang={lang}>
        <StaticLink to={paths.collection(id)} className="stretched">
          {title}
        </StaticLink>
      </Heading>
      <p className="mt-2 line-clamp-3 text-soft" lang={lang}>
        {beginningOf(intro)}
      </p>
      <div className="mt-auto flex items-center gap-2 pt-4">
        {first.map((company) => (
          <span key={company.id} data-category={company.category}>
            <LogoTile company={company} size="tiny" />
          </span>
        ))}
        <small className="ml-auto text-soft text-sm">{t('companies', { count })}</small>
      </div>
    </li>
  );
}

export async function readOneCollection(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const id = args.params['id'] ?? '';
  const [collection, all] = await Promise.all([
    callUnvalidated(args.context, readCollection, {
      params: { id },
      query: { language: languageOf(args) },
    }).then(({ answer }) => answer, pageError),
    listed(args),
  ]);
  const { title, intro, companies } = collection;
  const path = paths.reading('collections');
  return {
    title,
    description: intro,
    lead: '',
    parent: { name: t('collections.title'), path },
    feed: paths.collection(id),
    body: (
      <OneCollection
        collection={collection}
        others={othersOf(args.url.searchParams)}
        more={all.filter((other) => other.id !== id).slice(0, OTHERS_SHOWN)}
      />
    ),
    structured: { ...itemList(companies, rootOf(args)), name: title, description: intro },
  };
}

function OneCollection({
  collection: { intro, closing, companies, language: written },
  others,
  more,
}: {
  collection: Collection;
  others: string;
  more: readonly ListedCollection[];
}) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  const lang = written === language ? undefined : written;
  return (
    <>
      <p className="max-w-prose whitespace-pre-line text-xl" lang={lang}>
        {intro}
      </p>
      <NotedCompanies companies={companies} others={others} />
      {closing ? (
        <p className="mt-10 max-w-prose whitespace-pre-line text-xl" lang={lang}>
          {closing}
        </p>
      ) : null}
      {more.length > 0 ? (
        <section aria-labelledby="more-collections" className="mt-16">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="more-collections" className="text-2xl">
              {t('collections.more')}
            </h2>
            <StaticLink to={paths.reading('collections')} className="link onward">
              {t('collections.all')}
            </StaticLink>
          </div>
          <ul className="collections mt-4">
            {more.map((collection) => (
              <CollectionCard key={collection.id} collection={collection} heading="h3" />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Ordered list of companies, each with the list's note, else with the company's description. */
export function NotedCompanies({
  companies,
  others,
}: {
  companies: Collection['companies'];
  /** How addresses that open a company's panel begin (`othersOf`). */
  others: string;
}) {
  const { language } = useRoot();
  return (
    <ol className="mt-10 border-line border-y *:not-last:border-line *:not-last:border-b">
      {companies.map((company, i) => (
        <li key={company.id} data-category={company.category}>
          <div className="block-row md:py-6">
            <b className="figure">{i + 1}</b>
            <LogoTile company={company} size="small" />
            <div>
              <h2 lang={langOf(company.name, language)} className="text-xl">
                <a href={panelAddress(others, company.id)} className="stretched">
                  {company.name}
                </a>
              </h2>
              {company.note ? (
                <p className="mt-1 max-w-prose" lang={langOf(company.note, language)}>
                  {company.note}
                </p>
              ) : (
                <p className="mt-1 max-w-prose text-soft" lang={langOf(company.description, language)}>
                  {company.description}
                </p>
              )}
            </div>
            <div>
              <BigFigures company={company} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
