import { data } from 'react-router';
import { readFounder } from '../../core/companies/calls.ts';
import { FACET_PAGES } from '../../core/companies/facet-pages.ts';
import { KINDS, type Kind } from '../../core/companies/kinds.ts';
import { CallError, callFromLoader } from '../api.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { withoutLanguage } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { languageOf, pageError, revalidateExceptForPanel } from '../shell/load-page.ts';
import { PageHead } from '../shell/page-head.tsx';
import { Seo } from '../shell/seo.tsx';
import { countryName } from '../ui/format.ts';
import type { Route } from './+types/facet-page.ts';
import { CompanyList } from './company-list.tsx';
import { type ListFilter, loadList } from './load-list.ts';
import { itemList } from './structured-data.ts';

const FACET_OF: Readonly<Record<string, (typeof FACET_PAGES)[keyof typeof FACET_PAGES]>> = FACET_PAGES;

/** All companies of a founder, a country, a kind or a tag. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const segment = withoutLanguage(new URL(request.url).pathname).split('/')[1] ?? '';
  const facet = FACET_OF[segment];
  const value = facet === 'country' ? params.value.toUpperCase() : params.value;
  // One page has one address.
  const isOdd = params.value !== params.value.toLowerCase() || params.value.includes(',');
  if (!facet || isOdd || (facet === 'kind' && !KINDS.some((kind) => kind === value)))
    throw data(null, { status: 404 });
  const filter: ListFilter = { [facet]: value };
  const list = await loadList(request, context, 'all', filter);
  if (list.total === 0 && list.q === '') throw data(null, { status: 404 });
  if (facet !== 'founder') return { facet, value, name: value, list, filter };
  try {
    const { answer } = await callFromLoader(context, readFounder, {
      params: { id: value },
      query: { language: languageOf(request) },
    });
    return { facet, value, name: answer.name, list, filter };
  } catch (error) {
    if (error instanceof CallError && error.status < 500) throw data(null, { status: 404 });
    return pageError(error);
  }
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function FacetPage({ loaderData }: Route.ComponentProps) {
  const { facet, value, list, filter } = loaderData;
  const { t } = useTranslation('companies');
  const root = useRoot();
  const name =
    facet === 'country'
      ? countryName(value, root.language)
      : facet === 'kind'
        ? t(`kind_${value as Kind}`)
        : facet === 'tag'
          ? `#${value}`
          : loaderData.name;
  const description = t(`facet_${facet}`, { name });
  return (
    <>
      <Seo title={name} description={description} structured={[itemList(list.companies, root)]} />
      <PageHead title={name} description={description} />
      <CompanyList list={list} category="all" filter={filter} />
    </>
  );
}
