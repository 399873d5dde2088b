import { type MouseEvent, useEffect, useRef } from 'react';
import { Form, Link, useLocation, useSubmit } from 'react-router';
import type { Category } from '../../../core/categories.ts';
import { ownLabel } from '../../../core/companies/own-fields.ts';
import { type BuiltInSort, defaultSort, sorts } from '../../../core/companies/sorts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Instead, ListedCompanies as List, ListFilter } from '../../shared/companies/list.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { othersOf, withPanel } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { FilterIcon } from '../../shared/ui/icons.tsx';
import { FollowButton } from '../follows/follow-button.tsx';
import { Description } from '../page/description.tsx';
import { missing } from '../page/missing.tsx';
import { FiltersLink } from './filters-link.tsx';
import { RankingList } from './ranking-list.tsx';
import { ApplyButton, ListSearchField } from './search-field.tsx';
import { type MoreState, useMoreCompanies } from './use-more-companies.ts';

// A first visit does not need them.
const loadFacets = async () => (await import('./list-facets.tsx')).ListFacets;
const loadNothing = async () => (await import('./nothing-found.tsx')).NothingFound;

const NO_FILTER: ListFilter = {};

/** A ranking with its search and order, which live in the address and work without JavaScript. */
export function CompanyList({
  list,
  category,
  name,
  filter = NO_FILTER,
}: {
  list: List;
  category: Category;
  /** What the list is of, in words. */
  name: string;
  filter?: ListFilter;
}) {
  const { t } = useTranslation('companies');
  const { search } = useLocation();
  const { of, more, state, further, showMore } = useMoreCompanies(list, category, filter);
  const isOpen = list.facets !== null;

  return (
    <>
      <Description html={list.described} />
      <ListForm list={list} isOpen={isOpen} />
      {isOpen || Object.keys(list.choices).length > 0 ? (
        <OnDemand load={loadFacets} props={{ list }} failed={missing} />
      ) : null}
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 md:mb-4">
        <p className="text-soft text-sm" aria-live="polite">
          {t('results', { count: list.total })}
        </p>
        <FollowButton name={name} list={{ category, filter, choices: list.choices, q: list.q }} />
      </div>
      {list.instead && (list.shown > 0 || list.instead.isIncomplete) ? (
        <RelatedCompanies q={list.q} instead={list.instead} />
      ) : null}
      {list.shown === 0 ? (
        <OnDemand load={loadNothing} props={{ list }} failed={missing} />
      ) : (
        <RankingList
          key={of}
          rows={list.rows}
          total={list.total}
          shown={list.shown}
          more={more.companies}
          sort={list.sort}
          others={othersOf(new URLSearchParams(search))}
        />
      )}
      {more.cursor ? (
        <MoreLink state={state} further={further} onMore={(event) => void showMore(event)} />
      ) : null}
    </>
  );
}

/** Search and order, with the link that opens the filters. */
function ListForm({ list, isOpen }: { list: List; isOpen: boolean }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const { pathname } = useLocation();
  const submit = useSubmit();
  const usual = defaultSort(list.q.trim() !== '');
  const chosenSort = list.sort === usual ? '' : list.sort;

  // The address may change without the form, by Back. A choice that was made before hydration stays.
  const sorted = useRef<HTMLSelectElement>(null);
  const shown = useRef(list.sort);
  useEffect(() => {
    if (sorted.current && shown.current !== list.sort) sorted.current.value = chosenSort;
    shown.current = list.sort;
  }, [list.sort, chosenSort]);

  return (
    <Form
      method="get"
      action={pathname}
      role="search"
      className="mb-2 flex items-end gap-2 max-md:flex-wrap md:mb-6 md:gap-3"
      preventScrollReset
    >
      <ListSearchField q={list.q} />
      <label className="min-w-[6.5rem] max-md:w-28 max-[24rem]:flex-1">
        <span className="mb-1 block text-soft text-sm max-md:sr-only">{t('sort')}</span>
        <select
          ref={sorted}
          className="field"
          name="sort"
          autoComplete="off"
          defaultValue={chosenSort}
          onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          <option value="">{t(`sort_${usual}`)}</option>
          {sorts()
            .filter((sort) => sort !== usual && (sort !== 'relevance' || list.q))
            .map((sort) => (
              <option key={sort} value={sort}>
                {ownLabel(sort, language) ?? t(`sort_${sort as BuiltInSort}`)}
              </option>
            ))}
        </select>
      </label>
      <ApplyButton />
      <FiltersLink isOpen={isOpen} className="button max-md:w-11 max-md:px-0">
        <span className="md:hidden">
          <FilterIcon />
        </span>
        <span className="max-md:sr-only">{t('filters')}</span>
      </FiltersLink>
      {/* A search keeps what is chosen. */}
      {Object.entries(list.choices).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  );
}

/** Above the results: no company has the name, or the query was corrected. */
function RelatedCompanies({ q, instead }: { q: string; instead: Instead }) {
  const { t } = useTranslation('companies');
  const { pathname } = useLocation();
  const { isNameMissing, isIncomplete, suggestion } = instead;
  if (isIncomplete) return <p className="mb-2 md:mb-4">{t('incomplete')}</p>;
  if (isNameMissing) return <p className="mb-2 wrap-anywhere md:mb-4">{t('notHere', { q: q.trim() })}</p>;
  if (!suggestion) return null;
  return (
    <p className="mb-2 md:mb-4">
      <Link className="link text-accent" to={`${pathname}?q=${encodeURIComponent(suggestion)}`}>
        {t('didYouMean', { suggestion })}
      </Link>
    </p>
  );
}

/** Adds the next rows; without JavaScript, the link leads to a longer page. */
function MoreLink({
  state,
  further,
  onMore,
}: {
  state: MoreState;
  /** Search of the address with more rows. */
  further: URLSearchParams;
  onMore(event: MouseEvent): void;
}) {
  const { t } = useTranslation(['companies', 'common']);
  const { pathname } = useLocation();
  return (
    <div className="mt-8 text-center">
      {state === 'failed' ? (
        <p role="alert" className="mb-3 text-danger">
          {t('failed')}
        </p>
      ) : null}
      <a
        className="button"
        href={withPanel({ pathname, search: `?${further}` }, null)}
        aria-disabled={state === 'loading'}
        onClick={onMore}
      >
        {state === 'loading' ? t('common:loading') : t('more')}
      </a>
    </div>
  );
}
