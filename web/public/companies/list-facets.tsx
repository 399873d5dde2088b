import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router';
import type { FacetCounts } from '../../../core/companies/calls.ts';
import type { Status } from '../../../core/companies/facts.ts';
import { ownLabel, ownName } from '../../../core/companies/own-fields.ts';
import { ownChoiceOf, rangeText } from '../../../core/companies/own-filters.ts';
import { countryName } from '../../../core/country-name.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListedCompanies } from '../../shared/companies/list.ts';
import {
  chosenValues,
  type FilterChoices,
  type FilterStep,
  STEP_FACETS,
  type StepFacet,
  stepOf,
  toggled,
  VALUE_FACETS,
  type ValueFacet,
  VIEW_PARAM,
  withFilters,
  withoutChoices,
  withStep,
} from '../../shared/companies/list-filters.ts';
import { ownChoiceText } from '../../shared/companies/own-facts.ts';
import { kindLabel, tagLabel } from '../../shared/companies/value-names.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { isUnderLayer } from '../../shared/ui/open-layers.ts';
import { useNarrow } from '../../shared/ui/use-media.ts';
import type { FiltersState } from './filters-link.tsx';

/** What of a list the filters are drawn of. */
type Filtered = Pick<ListedCompanies, 'choices' | 'facets' | 'total'>;

/** How the choices of a list are written. */
function useLabels() {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const number = (facet: StepFacet, value: number) => {
    if (facet === 'founded') return String(value);
    if (facet === 'employees') return formatNumber(value, language);
    return formatAmount(value, 'USD', language);
  };
  /** What is chosen of an own field: alone, and with the field's name. */
  const ownChoice = (text: string) => {
    const choice = ownChoiceOf(text);
    if (!choice) return undefined;
    const alone = ownChoiceText(choice, language);
    const label = ownLabel(ownName(choice.field.id), language);
    return { alone, whole: t('common:labelled', { label, value: alone }) };
  };
  return {
    facet: (facet: ValueFacet | StepFacet) => t(`filter_${facet}`),
    value(facet: string, value: string): string {
      if (facet === 'country') return countryName(value, language);
      if (facet === 'kind') return kindLabel(t, value);
      if (facet === 'status') return t(`status_${value as Status}`);
      if (facet === 'field') return ownChoice(value)?.whole ?? value;
      return facet === 'tag' ? tagLabel(t, value) : value;
    },
    ownChoice,
    step(facet: StepFacet, { min, max }: FilterStep): string {
      const isMoney = facet === 'revenue' || facet === 'revenue_per_person';
      // A step of money ends below the next one's beginning.
      const end = max === null ? null : isMoney ? max + 1 : max;
      if (min === null && end !== null)
        return facet === 'founded'
          ? t('filterBefore', { year: end + 1 })
          : isMoney
            ? t('filterBelow', { value: number(facet, end) })
            : t('filterUpTo', { value: number(facet, end) });
      if (min !== null && end === null)
        return facet === 'founded'
          ? t('filterSince', { year: min })
          : t('filterFrom', { value: number(facet, min) });
      return min === end ? number(facet, min ?? 0) : `${number(facet, min ?? 0)}–${number(facet, end ?? 0)}`;
    },
  };
}

const hasFiltersOpen = ({ search }: Pick<Location, 'search'>) => new URLSearchParams(search).has(VIEW_PARAM);

/** What the address chooses, or will once it is loaded: a quick second choice is made beside the first. */
function useSearch(): string {
  const { pathname, search } = useLocation();
  const coming = useNavigation().location;
  return coming?.pathname === pathname && hasFiltersOpen(coming) ? coming.search : search;
}

const sameStep = (a: FilterStep, b: FilterStep | null) => b !== null && a.min === b.min && a.max === b.max;

/** The filters of a list and what is chosen of them: loaded only where there is something of it to be seen. */
export function ListFacets({ list }: { list: Filtered }) {
  return (
    <>
      <FacetControls list={list} />
      <ChosenFilters choices={list.choices} />
    </>
  );
}

/** What is chosen, each to be given up. */
function ChosenFilters({ choices }: { choices: FilterChoices }) {
  const { t } = useTranslation(['companies', 'common']);
  const search = useSearch();
  const labels = useLabels();
  const chosen = [
    ...[...VALUE_FACETS, 'tag', 'founder', 'field'].flatMap((facet) =>
      chosenValues(choices, facet).map((value) => ({
        key: `${facet} ${value}`,
        label: labels.value(facet, value),
        to: toggled(search, facet, value),
      })),
    ),
    ...STEP_FACETS.flatMap((facet) => {
      const step = stepOf(choices, facet);
      if (!step) return [];
      const label = t('common:labelled', { label: labels.facet(facet), value: labels.step(facet, step) });
      return [{ key: facet, label, to: withStep(search, facet, null) }];
    }),
  ];
  if (chosen.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-wrap items-center gap-2" aria-label={t('chosenFilters')}>
      {chosen.map(({ key, label, to }) => (
        <li key={key} className="min-w-0">
          <Link
            to={to}
            preventScrollReset
            rel="nofollow"
            className="flex min-h-9 items-center gap-2 break-words rounded-full border border-line bg-tint px-3 py-1 text-sm hover:border-accent"
          >
            {label}
            <span aria-hidden="true">×</span>
            <span className="sr-only">{t('giveUpFilter')}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={withoutChoices(search)} preventScrollReset rel="nofollow" className="link text-sm">
          {t('giveUpFilters')}
        </Link>
      </li>
    </ul>
  );
}

/** All that can be chosen, with how many companies each choice would list. */
function FacetControls({ list }: { list: Filtered }) {
  const isNarrow = useNarrow();
  if (!list.facets) return null;
  const drawn = { facets: list.facets, choices: list.choices, total: list.total };
  return isNarrow ? <FilterSheet {...drawn} /> : <FilterRegion {...drawn} />;
}

type Drawn = Omit<Filtered, 'facets'> & { facets: FacetCounts };

/** A part of the page; on a phone without JavaScript it covers the page. */
function FilterRegion(drawn: Drawn) {
  const search = useSearch();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const shut = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposing(event) && !isUnderLayer())
        void navigate(withFilters(search, false), { preventScrollReset: true });
    };
    window.addEventListener('keydown', shut);
    return () => window.removeEventListener('keydown', shut);
  }, [search, navigate]);
  return (
    <section
      aria-labelledby="filters"
      className={`${SHEET} md:static md:z-auto md:mb-6 md:block md:border-line md:border-y md:py-5`}
    >
      <FilterContent {...drawn} heading={heading} />
    </section>
  );
}

/**
 * A modal dialog, for a phone. However it is closed, Back included, the choices made in it stay, and the next Back
 * takes them back at once: the list before them is an entry of the history.
 */
function FilterSheet(drawn: Drawn) {
  const search = useSearch();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // Focus goes to the title, not to the first button: screen readers read from there.
    heading.current?.focus();
  }, []);

  const openedHere = Boolean((state as FiltersState | null)?.filters);
  const shut = withFilters(search, false);
  const before = (state as FiltersState | null)?.before;
  /** Back leads to the list as it was when the sheet was opened: the list that was chosen follows it. */
  const keepChoices = useEffectEvent(() => {
    const now = window.location;
    const isList = now.pathname === pathname && !hasFiltersOpen(now);
    if (openedHere && isList && withFilters(now.search, false) !== shut)
      void navigate(shut, { preventScrollReset: true });
  });
  useEffect(() => {
    // After the router, whose way to the old list ends where another one begins.
    const followBack = () => keepChoices();
    window.addEventListener('popstate', followBack);
    return () => window.removeEventListener('popstate', followBack);
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="filters"
      className={`${SHEET} m-0 h-dvh max-h-none w-full max-w-none`}
      // The list that was chosen takes the entry of the sheet. Without a choice that list is the entry before.
      onClose={() =>
        openedHere && shut === before
          ? void navigate(-1)
          : void navigate(shut, { replace: true, preventScrollReset: true })
      }
    >
      <FilterContent {...drawn} heading={heading} onShut={() => dialog.current?.close()} />
    </dialog>
  );
}

const SHEET = 'fixed inset-0 z-30 flex flex-col overflow-hidden bg-paper';

/** @param onShut instead of following the links that shut the filters */
function FilterContent({
  facets,
  choices,
  total,
  heading,
  onShut,
}: Drawn & { heading: Ref<HTMLHeadingElement>; onShut?(): void }) {
  const { t } = useTranslation(['companies', 'common']);
  const search = useSearch();
  const { state } = useLocation();
  const { language } = useRoot();
  const labels = useLabels();
  const shutting = {
    to: withFilters(search, false),
    preventScrollReset: true,
    rel: 'nofollow',
    onClick(event: MouseEvent) {
      if (!onShut) return;
      event.preventDefault();
      onShut();
    },
  };
  return (
    <>
      <div className="flex items-center justify-between border-line border-b py-1.5 pr-1 pl-4 md:sr-only">
        <h2 ref={heading} id="filters" tabIndex={-1} className="text-lg outline-none">
          {t('filters')}
        </h2>
        <Link
          {...shutting}
          className="flex size-11 items-center justify-center md:hidden"
          aria-label={t('common:close')}
        >
          <CloseIcon />
        </Link>
      </div>
      <div className="grid flex-1 content-start gap-x-8 gap-y-6 overflow-y-auto overscroll-contain px-4 py-5 md:grid-cols-2 md:overflow-visible md:p-0 lg:grid-cols-4">
        {STEP_FACETS.map((facet) => {
          const chosen = stepOf(choices, facet);
          return (
            <FacetRow key={facet} label={labels.facet(facet)}>
              {facets[facet].map((step) => (
                <FacetChoice
                  key={String(step.min)}
                  label={labels.step(facet, step)}
                  count={step.count}
                  isChosen={sameStep(step, chosen)}
                  replace={onShut !== undefined}
                  to={withStep(search, facet, sameStep(step, chosen) ? null : step)}
                />
              ))}
            </FacetRow>
          );
        })}
        {VALUE_FACETS.map((facet) =>
          facets[facet].length === 0 ? null : (
            <FacetRow key={facet} label={labels.facet(facet)}>
              {facets[facet].map(({ value, count }) => (
                <FacetChoice
                  key={value}
                  label={labels.value(facet, value)}
                  count={count}
                  isChosen={chosenValues(choices, facet).includes(value)}
                  replace={onShut !== undefined}
                  to={toggled(search, facet, value)}
                />
              ))}
            </FacetRow>
          ),
        )}
        {facets.fields?.map(({ id, values, steps }) => {
          const offered = [
            ...values.map(({ value, count }) => ({ text: `${id}:${value}`, count })),
            ...steps.map(({ min, max, count }) => ({ text: rangeText(id, min, max), count })),
          ];
          return offered.length === 0 ? null : (
            <FacetRow key={id} label={ownLabel(ownName(id), language) ?? id}>
              {offered.map(({ text, count }) => (
                <FacetChoice
                  key={text}
                  label={labels.ownChoice(text)?.alone ?? text}
                  count={count}
                  isChosen={chosenValues(choices, 'field').includes(text)}
                  replace={onShut !== undefined}
                  to={toggled(search, 'field', text)}
                />
              ))}
            </FacetRow>
          );
        })}
      </div>
      <div className="flex flex-wrap items-center gap-4 border-line border-t px-4 py-3 md:mt-5 md:border-0 md:p-0">
        <Link {...shutting} className="button">
          {t('showResults', { count: total })}
        </Link>
        <Link
          to={withoutChoices(search)}
          state={state}
          replace={onShut !== undefined}
          preventScrollReset
          rel="nofollow"
          className="link text-sm"
        >
          {t('giveUpFilters')}
        </Link>
      </div>
    </>
  );
}

function FacetRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 font-medium text-sm">{label}</h3>
      <ul className="flex flex-wrap gap-2 md:max-h-64 md:overflow-y-auto">{children}</ul>
    </div>
  );
}

/** A facet choice; without matching companies, plain text. */
function FacetChoice({
  label,
  count,
  isChosen,
  replace,
  to,
}: {
  label: string;
  count: number;
  isChosen: boolean;
  /** The choices of a sheet are one step of the history; beside a list each one is. */
  replace: boolean;
  to: string;
}) {
  const { language } = useRoot();
  const { state } = useLocation();
  const look = 'flex min-h-9 items-center gap-2 rounded-full border px-3 py-1 text-sm';
  const content = (
    <>
      {label}
      <span className="number text-soft text-xs">{formatNumber(count, language)}</span>
    </>
  );
  return (
    <li className="min-w-0">
      {count === 0 && !isChosen ? (
        <span className={`${look} border-line text-soft`}>{content}</span>
      ) : (
        <Link
          to={to}
          state={state}
          preventScrollReset
          replace={replace}
          rel="nofollow"
          aria-current={isChosen ? 'true' : undefined}
          className={`${look} ${isChosen ? 'border-accent bg-tint' : 'border-line hover:border-accent'}`}
        >
          {isChosen ? <span aria-hidden="true">✓</span> : null}
          {content}
        </Link>
      )}
    </li>
  );
}
