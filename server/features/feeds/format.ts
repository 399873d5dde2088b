import type { FastifyReply } from 'fastify';
import { type Language, LOCALES } from '../../../core/languages.ts';
import { cleanText } from '../../../core/text.ts';

const FEED_TYPES = {
  xml: 'application/atom+xml',
  json: 'application/feed+json',
} as const;
export type FeedFormat = keyof typeof FEED_TYPES;

interface FeedEntry {
  id: string;
  /** Of the page that the entry is about. */
  address: string;
  title: string;
  text: string;
  published: string;
  updated: string;
  picture?: string;
  category?: { term: string; label: string };
}

/** What both forms of a feed say. */
export interface Feed {
  language: Language;
  title: string;
  description: string;
  /** Address of the page for the feed. */
  page: string;
  self: string;
  author: string;
  entries: FeedEntry[];
}

/** A database can hold older texts with signs that no reader of XML takes. */
const cleaned = (feed: Feed): Feed => ({
  ...feed,
  entries: feed.entries.map((entry) => ({
    ...entry,
    title: cleanText(entry.title),
    text: cleanText(entry.text),
  })),
});

/** Answers a feed as Atom or as JSON Feed. */
export function sendFeed(reply: FastifyReply, feed: Feed, format: FeedFormat): Promise<string> {
  reply.header('content-type', `${FEED_TYPES[format]}; charset=utf-8`);
  return format === 'xml' ? toAtom(cleaned(feed)) : toJson(cleaned(feed));
}

/** Where nothing has changed yet. */
const EPOCH = new Date(0);

// The library is loaded with the first feed that somebody asks for.

async function toAtom({ language, title, description, page, self, author, entries }: Feed): Promise<string> {
  const { generateAtomFeed } = await import('feedsmith');
  return generateAtomFeed({
    id: self,
    title: { value: title },
    subtitle: { value: description },
    updated: new Date(entries[0]?.updated ?? EPOCH),
    xml: { lang: LOCALES[language] },
    authors: [{ name: author }],
    links: [
      { href: self, rel: 'self', type: FEED_TYPES.xml },
      { href: page, rel: 'alternate', type: 'text/html', hreflang: LOCALES[language] },
    ],
    entries: entries.map((entry) => ({
      id: entry.id,
      title: { value: entry.title },
      updated: new Date(entry.updated),
      published: new Date(entry.published),
      links: [{ href: entry.address, rel: 'alternate', type: 'text/html' }],
      ...(entry.category ? { categories: [entry.category] } : {}),
      summary: { value: entry.text },
      ...(entry.picture ? { media: { thumbnails: [{ url: entry.picture }] } } : {}),
    })),
  });
}

async function toJson({ language, title, description, page, self, author, entries }: Feed): Promise<string> {
  const { generateJsonFeed } = await import('feedsmith');
  const feed = generateJsonFeed({
    title,
    description,
    home_page_url: page,
    feed_url: self,
    language: LOCALES[language],
    authors: [{ name: author }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.address,
      title: entry.title,
      content_text: entry.text,
      ...(entry.picture ? { image: entry.picture } : {}),
      date_published: new Date(entry.published),
      date_modified: new Date(entry.updated),
      ...(entry.category ? { tags: [entry.category.label] } : {}),
    })),
  });
  // JSON Feed wants the list also where it is empty.
  return JSON.stringify({ items: [], ...(feed as object) });
}
