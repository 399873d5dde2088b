import { useLocation } from 'react-router';
import { FACET_PAGES } from '../../../core/companies/facet-pages.ts';
import { DOCUMENTS } from '../../../core/documents/rules.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FollowedNav } from '../../shared/layout/link.tsx';
import { useSiteName } from '../../shared/layout/site-name.ts';
import { inLanguage, paths, siteHref } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';

const FOOTER_LINK = 'link inline-flex min-h-11 items-center';

const BROWSE = Object.values(FACET_PAGES);

export function Footer() {
  const { t } = useTranslation(['common', 'companies']);
  const language = pathLanguage(useLocation().pathname);
  const { links } = useRoot();
  return (
    <footer className="mt-24 border-line border-t">
      <div className="shell py-6 text-soft text-sm">
        <p className="flex flex-wrap items-baseline gap-x-6 gap-y-2 py-2">
          <span className="font-display text-ink">{useSiteName()}</span>
          <span className="flex-1 basis-72">{t('footer')}</span>
        </p>
        <FollowedNav aria-label={t('aboutSite')}>
          <ul className="flex flex-wrap gap-x-6">
            {BROWSE.map((facet) => (
              <li key={facet}>
                <a href={inLanguage(paths.facetIndex(facet), language)} className={FOOTER_LINK}>
                  {t(`companies:index_${facet}`)}
                </a>
              </li>
            ))}
          </ul>
          <ul className="flex flex-wrap gap-x-6">
            {DOCUMENTS.map((name) => (
              <li key={name}>
                <a href={inLanguage(paths.document(name), language)} className={FOOTER_LINK}>
                  {t(name)}
                </a>
              </li>
            ))}
            {links.footer.map(({ to, name }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two links may lead to one address
              <li key={i}>
                <a href={siteHref(to, language)} className={FOOTER_LINK}>
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a className={FOOTER_LINK} href="/api/docs" target="_self">
                {t('api')}
              </a>
            </li>
            <li>
              <a className={FOOTER_LINK} href="/sitemap.xml" target="_self">
                {t('sitemap')}
              </a>
            </li>
          </ul>
        </FollowedNav>
      </div>
    </footer>
  );
}
