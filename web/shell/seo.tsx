import { useLocation, useRouteLoaderData } from 'react-router';
import { LANGUAGES, LOCALES } from '../../core/languages.ts';
import { inLanguage, paths, withoutLanguage } from '../paths.ts';
import { useRoot } from '../root.tsx';
import type { loader as layoutLoader } from './layout.tsx';
import { useSiteName } from './site-name.ts';

interface SeoProps {
  title: string;
  description: string;
  /** The page without language prefix that this one is the same as, where it is not its own. */
  canonical?: string;
  structured?: object[];
  noindex?: boolean;
}

/**
 * What search engines and link previews read. React puts it into the head. An address that opens a
 * company's panel is shared for the company: it is named and described as the company's page is.
 */
export function Seo(page: SeoProps) {
  const company = useRouteLoaderData<typeof layoutLoader>('shell/layout')?.panel?.company;
  if (!company) return <Head {...page} />;
  const { name, description, id } = company;
  return <Head {...page} title={name} description={description} canonical={paths.company(id)} />;
}

function Head({ title, description, canonical, structured = [], noindex = false }: SeoProps) {
  const { language, site } = useRoot();
  const siteName = useSiteName();
  const { pathname } = useLocation();
  const path = canonical ?? withoutLanguage(pathname);
  const address = (in_: Parameters<typeof inLanguage>[1]) => `${site.url}${inLanguage(path, in_)}`;
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
          {LANGUAGES.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={address(other)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address(undefined)} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address(language)} />
      <meta property="og:locale" content={LOCALES[language].replace('-', '_')} />
      <meta property="og:image" content={`${site.url}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={siteName} />
      <meta name="twitter:card" content="summary_large_image" />
      {structured.map((data) => (
        <script
          key={JSON.stringify(data).slice(0, 80)}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped cannot end the element
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'),
          }}
        />
      ))}
    </>
  );
}
