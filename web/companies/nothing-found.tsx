import { Link, useLocation } from 'react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { PageLink } from '../shell/link.tsx';
import type { Instead } from './load-list.ts';

/** Where to go on from a search that finds nothing. */
export function NothingFound({ instead: { suggestion, category } }: { instead: Instead }) {
  const { t } = useTranslation(['companies', 'categories']);
  const { pathname } = useLocation();
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
      <li>
        <PageLink
          className="link inline-flex min-h-11 items-center text-accent"
          to={paths.document('contact')}
        >
          {t('suggestCompany')}
        </PageLink>
      </li>
    </ul>
  );
}
