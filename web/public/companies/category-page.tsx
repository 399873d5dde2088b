import { data, redirect } from 'react-router';
import { isCompanyCategory } from '../../../core/categories.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { pageContext } from '../../shared/page-context.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import { usePageVisit } from '../analytics/record.ts';
import { revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { Seo } from '../page/seo.tsx';
import type { Route } from './+types/category-page.ts';
import { CompanyList } from './company-list.tsx';
import { useListSummary } from './list-summary.ts';
import { loadList } from './load-list.ts';

export async function loader(args: Route.LoaderArgs) {
  const { category } = args.params;
  if (!isCompanyCategory(category)) {
    const { moved } = args.context.get(pageContext).directory;
    const into = Object.hasOwn(moved, category) && moved[category];
    if (into) throw redirect(inLanguage(paths.category(into), pathLanguage(args.url.pathname)), 301);
    throw data(null, { status: 404 });
  }
  return { category, list: await loadList(args, category) };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function CategoryPage({ loaderData: { category, list } }: Route.ComponentProps) {
  const { t } = useTranslation('categories');
  const describe = useListSummary();
  usePageVisit(`category-${category}`);
  const name = t(`${category}.name`);
  const description = t(`${category}.description`);
  const rule = t(`${category}.rule`);
  return (
    <>
      <Seo
        title={name}
        description={describe(description, list)}
        picture={paths.category(category)}
        feed={paths.category(category)}
      />
      <PageHead title={name} description={description} category={category}>
        {rule ? <p className="mt-1 max-w-2xl text-soft">{rule}</p> : null}
      </PageHead>
      <CompanyList list={list} category={category} name={name} />
    </>
  );
}
