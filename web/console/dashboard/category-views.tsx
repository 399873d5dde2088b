import { companyCategories } from '../../../core/categories.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';

/** How often each category was looked at, each bar in its category's hue, beside its shape and its name. */
export function CategoryViews({ views }: { views: Readonly<Record<string, number>> }) {
  const { t } = useTranslation(['dashboard', 'categories']);
  const { language } = useRoot();
  const highest = Math.max(1, ...companyCategories().map((id) => views[id] ?? 0));
  return (
    <figure
      aria-labelledby="category-views"
      className="mt-3 rounded-xl border border-line bg-raised p-4 sm:p-5"
    >
      <h3 id="category-views" className="font-sans font-normal text-soft text-sm">
        {t('service.categoryViews')}
      </h3>
      <ul className="mt-3 grid grid-cols-1 gap-x-8 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
        {companyCategories().map((id) => (
          <li key={id} data-category={id}>
            <span className="flex items-baseline justify-between gap-4 text-sm">
              <span className="flex items-baseline gap-2">
                <CategoryShape category={id} />
                {t(`categories:${id}.name`)}
              </span>
              <span className="figure">{formatNumber(views[id] ?? 0, language)}</span>
            </span>
            <svg aria-hidden="true" width="100%" height="8" className="mt-1 block fill-category">
              <rect width="100%" height="8" rx="2" className="fill-tint" />
              <rect width={`${((views[id] ?? 0) / highest) * 100}%`} height="8" rx="2" />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  );
}
