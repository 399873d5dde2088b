import { useLocation, useRouteLoaderData } from 'react-router';
import { LOCALES, offeredLanguages } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSiteName } from '../../shared/layout/site-name.ts';
import { feedPath, inLanguage, paths, sharePicture, withoutLanguage } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { PUBLIC_LAYOUT } from '../../shared/route-ids.ts';
import type { ShownCompany } from '../companies/shown-company.ts';
import { descriptionText } from './structured-data.ts';

const FEEDS = [
  { type: 'application/atom+xml', format: 'xml' },
  { type: 'application/feed+json', format: 'json' },
] as const;

/** What is read here of the layout's data. */
interface PanelData {
  panel: { company: ShownCompany | null } | null;
}

interface SeoProps {
  title: string;
  description: string;
  /** Path of the canonical page without language, where it is another page. */
  canonical?: string;
  /** The page without language prefix whose picture links are shown with; the home page's by default. */
  picture?: string;
  /** Alternative text of the picture; the title by default. */
  pictureText?: string;
  structured?: object[];
  /** The path without language prefix whose feeds belong to the page. */
  feed?: string;
  /** What the feeds tell of, where it is not the page's companies. */
  feedTitle?: string;
  noindex?: boolean;
}

/**
 * What search engines and link previews read. React puts it into the head. An address that opens a
 * company's panel is shared for the company: it is named and described as the company's page is.
 */
export function Seo(page: SeoProps) {
  const company = useRouteLoaderData<PanelData>(PUBLIC_LAYOUT)?.panel?.company;
  return company ? <CompanySeo company={company} /> : <Head {...page} />;
}

/** What is read of a company's page. */
export function CompanySeo({ company }: { company: ShownCompany }) {
  const { t } = useTranslation('companies');
  const { id, name, headline, summary } = company;
  const path = paths.company(id);
  return (
    <Head
      title={headline}
      description={summary}
      canonical={path}
      picture={path}
      pictureText={headline}
      feed={path}
      feedTitle={`${t('changesTitle')} · ${name}`}
    />
  );
}

function Head({
  title,
  description,
  canonical,
  picture = paths.home(),
  pictureText,
  structured = [],
  feed,
  feedTitle,
  noindex = false,
}: SeoProps) {
  const { t } = useTranslation('common');
  const { language, site } = useRoot();
  const siteName = useSiteName();
  const { pathname } = useLocation();
  const path = canonical ?? withoutLanguage(pathname);
  const address = (in_: Parameters<typeof inLanguage>[1]) => `${site.url}${inLanguage(path, in_)}`;
  const image = `${site.url}${sharePicture(picture, language)}`;
  const full = title === siteName ? title : `${title} · ${siteName}`;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address(language)} />
          {offeredLanguages().map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={address(other)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address(undefined)} />
        </>
      )}
      {feed === undefined
        ? null
        : FEEDS.map(({ type, format }) => (
            <link
              key={type}
              rel="alternate"
              type={type}
              title={[
                feedTitle ?? t('feedTitle'),
                ...(feedTitle || feed === paths.home() ? [] : [title]),
                siteName,
              ].join(' · ')}
              href={`${site.url}${inLanguage(feedPath(feed, format), language)}`}
            />
          ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address(language)} />
      <meta property="og:locale" content={LOCALES[language].replace('-', '_')} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={pictureText ?? full} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={pictureText ?? full} />
      {structured.map((data) => (
        <script
          key={JSON.stringify(data).slice(0, 80)}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the element
          dangerouslySetInnerHTML={{ __html: descriptionText(data) }}
        />
      ))}
    </>
  );
}
