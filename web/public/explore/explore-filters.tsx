import { Form, Link, useLocation } from 'react-router';
import { type CompanyCategory, listedCategories } from '../../../core/categories.ts';
import type { FacetCounts } from '../../../core/companies/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { FilterChoices } from '../../shared/companies/list-filters.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { FiltersLink } from '../companies/filters-link.tsx';
import { ApplyButton, ListSearchField } from '../companies/search-field.tsx';
import { missing } from '../page/missing.tsx';
import { AXIS_PARAMS } from './measures.ts';

// A first visit does not need it.
const loadFacets = async () => (await import('../companies/list-facets.tsx')).ListFacets;

/** The address where a category is chosen, or all are. */
function withCategory(search: string, category: CompanyCategory | null): string {
  const params = new URLSearchParams(search);
  params.delete('company');
  if (category) params.set('category', category);
  else params.delete('category');
  return `?${params}`;
}

/** The axes that an address chooses. */
const axesIn = (search: string) => {
  const params = new URLSearchParams(search);
  const names = Object.values(AXIS_PARAMS).filter((name) => params.has(name));
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
};

const CHOICE = 'flex min-h-9 items-center gap-2 rounded-full border px-3 py-1 text-sm';
const look = (isChosen: boolean) =>
  `${CHOICE} ${isChosen ? 'border-accent bg-tint' : 'border-line hover:border-accent'}`;

/** What is drawn, chosen in the address: the search and the filters of the lists, and the categories, whose hues they tell. */
export function ExploreFilters({
  category,
  q,
  choices,
  counts,
  facets,
  total,
}: {
  category: CompanyCategory | null;
  q: string;
  choices: FilterChoices;
  counts: FacetCounts['category'];
  /** Null while the filters are shut. */
  facets: FacetCounts | null;
  total: number;
}) {
  const { t } = useTranslation(['explore', 'companies', 'categories']);
  const { language } = useRoot();
  const { pathname, search } = useLocation();
  const isOpen = facets !== null;
  return (
    <div className="mt-4 md:mt-8">
      <Form
        method="get"
        action={pathname}
        role="search"
        className="mb-4 flex max-w-2xl items-end gap-2 md:gap-3"
        preventScrollReset
      >
        <ListSearchField q={q} />
        <ApplyButton />
        {/* A search keeps what is chosen. */}
        {Object.entries({ ...choices, ...(category ? { category } : {}), ...axesIn(search) }).map(
          ([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
      </Form>
      <div className="flex flex-wrap items-center gap-2">
        <ul className="flex flex-wrap gap-2" aria-label={t('category')}>
          <li>
            <Link
              to={withCategory(search, null)}
              preventScrollReset
              rel="nofollow"
              aria-current={category ? undefined : 'true'}
              className={look(!category)}
            >
              {t('allCategories')}
            </Link>
          </li>
          {listedCategories().map((id) => {
            const isChosen = id === category;
            const count = counts.find(({ value }) => value === id)?.count ?? 0;
            return (
              <li key={id}>
                <Link
                  to={withCategory(search, isChosen ? null : id)}
                  preventScrollReset
                  rel="nofollow"
                  aria-current={isChosen ? 'true' : undefined}
                  className={look(isChosen)}
                >
                  <CategoryShape category={id} />
                  {t(`categories:${id}.name`)}
                  <span className="number text-soft text-xs">{formatNumber(count, language)}</span>
                </Link>
              </li>
            );
          })}
        </ul>
        <FiltersLink isOpen={isOpen} className="button">
          {t('companies:filters')}
        </FiltersLink>
      </div>
      {isOpen || Object.keys(choices).length > 0 ? (
        <div className="mt-5">
          <OnDemand load={loadFacets} props={{ list: { choices, facets, total } }} failed={missing} />
        </div>
      ) : null}
    </div>
  );
}
