import type { FacetValue } from '../../../core/companies/calls.ts';
import { facetPath, type PageFacet } from '../../../core/companies/facet-pages.ts';
import { langOf } from '../../../core/text.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { panelAddress } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StaticLink } from '../page/static-link.tsx';
import { facetName } from './facet-name.ts';

/** Below so many companies of the first value bars say less than the numbers beside them. */
const MOST_DRAWN = 5;
/** The smallest bar is still seen, in percent. */
const SHORTEST_ROW_BAR = 1.5;

/**
 * The values of a facet with how many companies have each, as static HTML.
 * @param most the companies of the first value of all pages
 * @param others how an address of the page begins (`othersOf`)
 */
export function FacetRows({
  facet,
  values,
  most,
  others,
}: {
  facet: PageFacet;
  values: readonly FacetValue[];
  most: number;
  others: string;
}) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const number = (value: number) => formatNumber(value, language);
  return (
    <ul className="rows">
      {values.map(({ value, name, count, median_employees: people, best }) => (
        <li key={value} className="facet-row">
          <div className="facet-count">
            <p className="facet-head">
              <StaticLink
                className="facet-name"
                to={facetPath(facet, value) ?? ''}
                lang={langOf(name, language)}
              >
                {facetName(t, language, { facet, value, founder: name })}
              </StaticLink>
              <small className="facet-note">{t('results', { count })}</small>
            </p>
            {most >= MOST_DRAWN ? (
              <svg aria-hidden="true" width="100%" height="6" className="mt-1 block">
                <rect width="100%" height="6" rx="2" className="fill-tint" />
                <rect
                  width={`${Math.max(SHORTEST_ROW_BAR, (count / most) * 100).toFixed(1)}%`}
                  height="6"
                  rx="2"
                  className="fill-accent"
                />
              </svg>
            ) : null}
          </div>
          <p className="min-w-0">
            <small className="facet-note block">
              {t(count === 1 ? 'metric_employees' : 'medianEmployees')}
            </small>
            {people === null ? '—' : t('people', { count: people, number: number(people) })}
          </p>
          <div data-category={best.category} className="min-w-0">
            <small className="facet-note block">{t(count === 1 ? 'company' : 'indexBest')}</small>
            <a className="facet-best" href={panelAddress(others, best.id)}>
              <LogoTile company={best} size="tiny" />
              <span lang={langOf(best.name, language)}>{best.name}</span>
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
}
