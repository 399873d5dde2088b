import { FACET_PAGES } from '../../../core/companies/facet-pages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';

/** Links to the lists of all countries, kinds, tags and founders; the one that is open says so. */
export function FacetNav({ open, className = '' }: { open?: string; className?: string }) {
  const { t } = useTranslation('companies');
  return (
    <nav aria-label={t('indexBy')} className={className}>
      <ul className="flex flex-wrap gap-2">
        {Object.values(FACET_PAGES).map((facet) => (
          <li key={facet}>
            <PageLink
              to={paths.facetIndex(facet)}
              aria-current={facet === open ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-full border border-line px-4 text-sm hover:border-accent aria-[current]:border-accent aria-[current]:bg-tint"
            >
              {t(`index_${facet}`)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
