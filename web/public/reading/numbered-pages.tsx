import { data } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { StaticLink } from '../page/static-link.tsx';

const PAGE_PARAM = 'page';
/** Beyond any list. */
const PAGE_NUMBER_MAX = 10_000;

/** The page of a list that an address asks for, from 1. @throws a missing page where it is no such number */
export function pageAskedFor(searchParams: URLSearchParams): number {
  const page = Number(searchParams.get(PAGE_PARAM) ?? 1);
  if (!Number.isInteger(page) || page < 1 || page > PAGE_NUMBER_MAX) throw data(null, { status: 404 });
  return page;
}

/** How many pages a list has. @throws a missing page where the asked one is behind the last */
export function countPages(total: number, perPage: number, page: number): number {
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (page > pages) throw data(null, { status: 404 });
  return pages;
}

/** @param chosen search parameters of the list, besides the page number */
export function addressOfPage(path: string, chosen: Record<string, string>, page = 1): string {
  const query = new URLSearchParams({
    ...chosen,
    ...(page > 1 ? { [PAGE_PARAM]: String(page) } : {}),
  }).toString();
  return `${path}${query && `?${query}`}`;
}

/** Links to the pages before and after one; nothing where a list has one page. */
export function PageLinks({
  page,
  pages,
  address,
}: {
  page: number;
  pages: number;
  address(page: number): string;
}) {
  const { t } = useTranslation('reading');
  if (pages <= 1) return null;
  const position = t('pages.position', { page, pages });
  return (
    <nav className="mt-8 flex items-center gap-6" aria-label={position}>
      {page > 1 ? (
        <StaticLink to={address(page - 1)} rel="prev" className="link onward">
          ← {t('pages.previous')}
        </StaticLink>
      ) : null}
      <span className="text-soft text-sm">{position}</span>
      {page < pages ? (
        <StaticLink to={address(page + 1)} rel="next" className="link onward">
          {t('pages.next')} →
        </StaticLink>
      ) : null}
    </nav>
  );
}
