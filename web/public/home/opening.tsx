import { listedCategories } from '../../../core/categories.ts';
import type { SiteLink } from '../../../core/directory/page-directory.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths, siteHref } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { StaticLink } from '../page/static-link.tsx';

/** The ways into the directory: all companies, the picture of them, and each category with its shape and hue. */
export function WaysIn({
  total,
  counts,
  action,
}: {
  total: number;
  counts: Readonly<Record<string, number>>;
  /** The owner's own in the place of the link to all companies. */
  action: SiteLink | undefined;
}) {
  const { t } = useTranslation(['home', 'categories']);
  const { language } = useRoot();
  return (
    <>
      {total > 0 || action ? (
        <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
          {action ? (
            <a href={siteHref(action.to, language)} className="button button-primary">
              {action.name}
            </a>
          ) : (
            <StaticLink to={paths.category('all')} className="button button-primary">
              {t('browse', { count: total, number: formatNumber(total, language) })}
            </StaticLink>
          )}
          {total > 0 ? (
            <StaticLink to={paths.explore()} className="link onward">
              {t('explore')}
            </StaticLink>
          ) : null}
        </p>
      ) : null}
      <ul className="mt-2 grid grid-cols-2 gap-x-4 sm:flex sm:flex-wrap sm:gap-x-5">
        {listedCategories().map((category) => (
          <li key={category} data-category={category}>
            <StaticLink
              to={paths.category(category)}
              className="inline-flex min-h-11 items-center gap-2 font-medium text-sm leading-tight hover:underline sm:text-base"
            >
              <CategoryShape category={category} isWithin />
              {t(`categories:${category}.name`)}
              {total > 0 ? (
                <small className="hidden text-soft text-sm sm:inline">
                  {formatNumber(counts[category] ?? 0, language)}
                </small>
              ) : null}
            </StaticLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the directory holds, in numbers; null where a number cannot be computed. */
export interface DirectoryFacts {
  companies: number;
  countries: number;
  medianPeople: number | null;
  /** In US dollars. */
  medianPerPerson: number | null;
}

/** The directory in four figures; what is not known is left out. */
export function Facts({ facts }: { facts: DirectoryFacts }) {
  const { t } = useTranslation('home');
  const { language } = useRoot();
  const { companies, countries, medianPeople, medianPerPerson } = facts;
  const shown = [
    { value: formatNumber(companies, language), label: t('factCompanies', { count: companies }) },
    ...(countries === 0
      ? []
      : [{ value: formatNumber(countries, language), label: t('factCountries', { count: countries }) }]),
    ...(medianPeople === null
      ? []
      : [
          {
            value: formatNumber(medianPeople, language),
            label: t('factPeople', { count: medianPeople }),
          },
        ]),
    ...(medianPerPerson === null
      ? []
      : [{ value: formatAmount(medianPerPerson, 'USD', language), label: t('factPerPerson') }]),
  ];
  return (
    <ul aria-label={t('facts')} className="grid grid-cols-2 border-line border-y py-2 md:grid-cols-4">
      {shown.map(({ value, label }) => (
        <li key={label} className="flex flex-col py-2">
          <b className="figure text-2xl">{value}</b> <span className="text-soft text-sm">{label}</span>
        </li>
      ))}
    </ul>
  );
}
