import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Instead, ListedCompanies } from '../../shared/companies/list.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StatePicture } from '../../shared/ui/state.tsx';

/** What stands in the place of a list without a company. */
export function NothingFound({
  list: { q, choices, instead },
}: {
  list: Pick<ListedCompanies, 'q' | 'choices' | 'instead'>;
}) {
  const { t } = useTranslation('companies');
  const isNarrowed = Object.keys(choices).length > 0;
  return (
    <div className="border-line border-y py-12 text-center text-soft">
      <StatePicture kind={q || isNarrowed ? 'missing' : 'empty'} className="mx-auto mb-6" />
      <p>{t(q ? 'noMatch' : isNarrowed ? 'noneChosen' : 'empty')}</p>
      {instead ? <WaysOn instead={instead} /> : null}
    </div>
  );
}

/** Where to go on from a search that finds nothing. */
export function WaysOn({
  instead: { suggestion, category },
}: {
  instead: Pick<Instead, 'suggestion' | 'category'>;
}) {
  const { t } = useTranslation(['companies', 'categories']);
  const { pathname } = useLocation();
  const { site } = useRoot();
  return (
    <ul className="mt-4 space-y-1">
      {suggestion ? (
        <li>
          <Link
            className="link inline-flex min-h-11 items-center text-accent"
            to={`${pathname}?q=${encodeURIComponent(suggestion)}`}
          >
            {t('didYouMean', { suggestion })}
          </Link>
        </li>
      ) : null}
      {category ? (
        <li>
          {t('closestCategory')}{' '}
          <PageLink
            className="link inline-flex min-h-11 items-center text-accent"
            to={paths.category(category)}
          >
            {t(`categories:${category}.name`)}
          </PageLink>
        </li>
      ) : null}
      {/* Suggestions need the contact address of the site. */}
      {site.contact ? (
        <li>
          <PageLink
            className="link inline-flex min-h-11 items-center text-accent"
            to={paths.document('contact')}
          >
            {t('suggestCompany')}
          </PageLink>
        </li>
      ) : null}
    </ul>
  );
}
