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
import { readOutcomes } from './outcomes.server.tsx';
import type { ReadPage } from './page-parts.ts';
import { readListOfReader } from './shared-list.server.tsx';
import { readTenHighest } from './ten-highest.server.tsx';

const PAGE_READERS: Readonly<Record<ReadingPageName, (asked: LoaderArgs) => Promise<ReadPage>>> = {
  collections: readCollectionList,
  'on-this-day': readMonth,
  'ten-highest': readTenHighest,
  'first-customers': readFirstCustomers,
  outcomes: readOutcomes,
  corrections: readCorrectionLog,
};

interface DrawnPage extends Omit<ReadPage, 'body' | 'structured'> {
  /** The page, as visits are counted. */
  visit: string;
  /** The path without language whose picture it is shared with. */
  picture: string;
  html: StaticHtmlRef;
  described: StaticHtmlRef | null;
}

/** In a loader: the page of an address, rendered. @throws that there is none */
export async function drawReadingPage(asked: LoaderArgs): Promise<DrawnPage> {
  languageOf(asked);
  const path = withoutLanguage(asked.url.pathname).replace(/\.data$/, '');
  const { id, token } = asked.params;
  const name = READING_PAGES.find((page) => path === `/${page}`);
  if (!name && id === undefined && token === undefined) throw data(null, { status: 404 });
  const read = name ? PAGE_READERS[name] : token === undefined ? readOneCollection : readListOfReader;
  const { body, structured, ...page } = await read(asked);
  return {
    ...page,
    visit: name ?? (token === undefined ? 'collection' : 'list'),
    picture: path,
    html: renderStatic(asked, body),
    described: structured ? describeInDocument(asked, structured) : null,
  };
}
