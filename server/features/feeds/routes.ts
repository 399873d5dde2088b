import type { FastifyInstance } from 'fastify';
import { LIGHT } from '../../../core/design/tokens.ts';
import { accentIn, directory } from '../../../core/directory/current.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { LANGUAGES, type Language, LOCALES, offeredLanguages } from '../../../core/languages.ts';
import { escapeMarkup } from '../../../core/text.ts';
import { DAY } from '../../../core/time.ts';
import type { Services } from '../../services.ts';
import { taglineIn } from '../directory/index.ts';
import { changeFeedRoutes } from './change-feeds.ts';
import { collectionFeedRoutes } from './collection-feeds.ts';
import { feedRoutes } from './feeds.ts';

/** How long security.txt is to be believed; it is written anew every day. */
const CONTACT_VALID_DAYS = 180;
/** The longest ShortName of an OpenSearch description. */
const SHORT_NAME = 16;

const ICONS = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
  { src: '/icon-maskable-192.png', type: 'image/png', sizes: '192x192', purpose: 'maskable' },
  { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
];

/** Machine-readable descriptions of the site: feeds, web app manifests, OpenSearch descriptions and security.txt. */
export function discoveryRoutes(app: FastifyInstance, services: Services): void {
  const { env, now } = services;
  const cached = { config: { cached: 'data' } } as const;

  feedRoutes(app, services);
  changeFeedRoutes(app, services);
  collectionFeedRoutes(app, services);

  for (const language of LANGUAGES) {
    app.get(`/${language}/manifest.webmanifest`, cached, async (_request, reply) => {
      reply.header('content-type', 'application/manifest+json; charset=utf-8');
      return manifest(siteName(env.SITE_NAME, language), taglineIn(language), language);
    });
    app.get(`/${language}/opensearch.xml`, cached, async (_request, reply) => {
      reply.header('content-type', 'application/opensearchdescription+xml; charset=utf-8');
      return searchDescription(
        env.SITE_URL,
        siteName(env.SITE_NAME, language),
        taglineIn(language),
        language,
      );
    });
  }

  if (env.CONTACT_EMAIL === undefined) return;
  const contact = env.CONTACT_EMAIL;
  app.get('/.well-known/security.txt', cached, async (_request, reply) => {
    reply.header('content-type', 'text/plain; charset=utf-8');
    // By the day, so that the same bytes are answered all day.
    const expires = new Date((Math.floor(now().getTime() / DAY) + CONTACT_VALID_DAYS) * DAY);
    return [
      `Contact: mailto:${contact}`,
      `Expires: ${expires.toISOString()}`,
      `Preferred-Languages: ${offeredLanguages().join(', ')}`,
      `Canonical: ${env.SITE_URL}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
}

function manifest(name: string, description: string, language: Language): string {
  const { icon } = directory().looks;
  return JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description,
    lang: LOCALES[language],
    dir: 'ltr',
    start_url: `/${language}`,
    scope: '/',
    display: 'minimal-ui',
    background_color: LIGHT.paper,
    theme_color: accentIn('light'),
    icons: icon ? [{ src: icon.url, type: 'image/png', sizes: `${icon.width}x${icon.height}` }] : ICONS,
  });
}

function searchDescription(siteUrl: string, name: string, description: string, language: Language): string {
  const short = [...name].slice(0, SHORT_NAME).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeMarkup(short)}</ShortName>
<Description>${escapeMarkup(description)}</Description>
<Language>${LOCALES[language]}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${escapeMarkup(siteUrl)}/favicon.ico</Image>
<Url type="text/html" template="${escapeMarkup(siteUrl)}/${language}/all?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${escapeMarkup(siteUrl)}/${language}/opensearch.xml"/>
</OpenSearchDescription>
`;
}
