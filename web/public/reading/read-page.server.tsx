import { data } from 'react-router';
import type { StaticHtmlRef } from '#engine/static-html';
import { READING_PAGES, type ReadingPageName } from '../../../core/reading/pages.ts';
import { withoutLanguage } from '../../shared/paths.ts';
import { languageOf } from '../page/load-page.ts';
import { describeInDocument, renderStatic } from '../page/render-static.server.tsx';
import type { LoaderArgs } from '../page/root.server.ts';
import { readCollectionList, readOneCollection } from './collections.server.tsx';
import { readCorrectionLog } from './corrections.server.tsx';
import { readFirstCustomers } from './first-customers.server.tsx';
import { readMonth } from './month.server.tsx';
import { readNewsletter, readNewsletterArchive } from './newsletters.server.tsx';
import { readOutcomes } from './outcomes.server.tsx';
import type { ReadPage } from './page-parts.ts';
import { readListOfReader } from './shared-list.server.tsx';
import { readTenHighest } from './ten-highest.server.tsx';

const PAGE_READERS: Readonly<Record<ReadingPageName, (args: LoaderArgs) => Promise<ReadPage>>> = {
  collections: readCollectionList,
  'on-this-day': readMonth,
  'ten-highest': readTenHighest,
  'first-customers': readFirstCustomers,
  outcomes: readOutcomes,
  corrections: readCorrectionLog,
  newsletters: readNewsletterArchive,
};

/** Pages of one thing each, by what their addresses begin with; `visit` is what visits of them are counted as. */
const READERS_OF_ONE: Readonly<
  Record<string, { visit: string; read: (args: LoaderArgs) => Promise<ReadPage> }>
> = {
  collections: { visit: 'collection', read: readOneCollection },
  newsletters: { visit: 'newsletter', read: readNewsletter },
  lists: { visit: 'list', read: readListOfReader },
};

interface RenderedPage extends Omit<ReadPage, 'body' | 'structured'> {
  /** The page, as visits are counted. */
  visit: string;
  /** Path without language prefix whose picture is used in link previews. */
  picture: string;
  html: StaticHtmlRef;
  described: StaticHtmlRef | null;
}

/** In a loader: the page of an address, rendered. @throws that there is none */
export async function renderReadingPage(args: LoaderArgs): Promise<RenderedPage> {
  languageOf(args);
  const path = withoutLanguage(args.url.pathname).replace(/\.data$/, '');
  const name = READING_PAGES.find((page) => path === `/${page}`);
  const [, segment = ''] = path.split('/');
  const { visit, read } = name
    ? { visit: name, read: PAGE_READERS[name] }
    : (READERS_OF_ONE[segment] ?? { visit: '', read: undefined });
  if (!read) throw data(null, { status: 404 });
  const { body, structured, ...page } = await read(args);
  return {
    picture: path,
    ...page,
    visit,
    html: renderStatic(args, body),
    described: structured ? describeInDocument(args, structured) : null,
  };
}
