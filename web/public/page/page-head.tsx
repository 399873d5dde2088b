import type { ReactNode } from 'react';
import type { CompanyCategory } from '../../../core/categories.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';

/** Head of a page below the home page: breadcrumb, title and description. */
export function PageHead({
  title,
  titleLang,
  description,
  category,
  parent,
  children,
}: {
  title: string;
  /** Language of the title where it is another than the page's. */
  titleLang?: string | undefined;
  description: string;
  /** The page between the home page and this one. */
  parent?: { name: string; path: string };
  /** Category whose hue and shape the head shows. */
  category?: CompanyCategory;
  children?: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <div data-category={category} className="pt-2 pb-4 md:pt-14 md:pb-8">
      <nav aria-label={t('breadcrumb')} className="text-soft text-sm">
        <ol className="flex flex-wrap items-center gap-2">
          <li>
            <PageLink to={paths.home()} className="link inline-flex min-h-11 items-center">
              {t('home')}
            </PageLink>
          </li>
          <li aria-hidden="true">/</li>
          {parent ? (
            <>
              <li>
                <PageLink to={parent.path} className="link inline-flex min-h-11 items-center">
                  {parent.name}
                </PageLink>
              </li>
              <li aria-hidden="true">/</li>
            </>
          ) : null}
          <li aria-current="page" className="flex items-center gap-1.5 text-category">
            {category ? <CategoryShape category={category} /> : null}
            <span lang={titleLang}>{title}</span>
          </li>
        </ol>
      </nav>
      <h1 lang={titleLang} className="text-3xl md:mt-2 md:text-5xl">
        {title}
      </h1>
      {description ? <p className="mt-1 max-w-2xl text-soft md:mt-4 md:text-lg">{description}</p> : null}
      {children}
    </div>
  );
}
