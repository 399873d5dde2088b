import map from 'virtual:world-map';
import { useId } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import type { CountryCount } from './map-picture.ts';
import { PictureTable } from './picture-table.tsx';
import { Nothing } from './scatter.tsx';

/** From which width of the map on a number is shown (map-picture.ts, STEPS). */
const MAP_BREAKPOINTS = ['', 'hidden @md:block', 'hidden @2xl:block', 'hidden @4xl:block'];

const mapPercent = (part: number) => `${(part * 100).toFixed(2)}%`;

/** How much a country stands out, light or dark: by the logarithm, because one country has most. */
const shade = (count: number, most: number) =>
  (most === 1 ? 0.6 : 0.25 + 0.55 * (Math.log(count) / Math.log(most))).toFixed(2);

/** Companies by country, each a link to its page. */
export function WorldMap({ countries }: { countries: readonly CountryCount[] }) {
  const { t } = useTranslation(['explore', 'companies']);
  const { language } = useRoot();
  const heading = useId();
  const most = Math.max(1, ...countries.map(({ count }) => count));
  const number = (value: number) => formatNumber(value, language);
  const having = new Set(countries.map(({ code }) => code));
  const others = Object.entries(map.shapes)
    .filter(([code]) => !having.has(code))
    .map(([, path]) => path)
    .join('');
  return (
    <figure aria-labelledby={heading} className="mt-16 border-line border-t pt-10">
      <h2 id={heading} className="text-2xl">
        {t('map.title')}
      </h2>
      <p className="mt-2 max-w-2xl text-soft">{t('map.text')}</p>
      {countries.length === 0 ? (
        <Nothing>{t('map.none')}</Nothing>
      ) : (
        <>
          <div className="@container mt-6">
            {/* For eyes and fingers: the table beneath has the same links, one after the other. */}
            <svg aria-hidden="true" width="100%" height="100%" className="block aspect-[1200/554]">
              <svg aria-hidden="true" viewBox={`0 0 ${map.width} ${map.height}`} width="100%" height="100%">
                <path d={others} className="fill-line" />
                <g className="appears">
                  {countries.map(({ code, name, count, place }) => {
                    const shape = map.shapes[code];
                    if (!shape && !place) return null;
                    return (
                      <PageLink
                        key={code}
                        to={paths.country(code)}
                        tabIndex={-1}
                        className="fill-accent stroke-paper hover:fill-ink"
                      >
                        <title>{`${name} · ${t('companies:results', { count })}`}</title>
                        {shape ? (
                          <path
                            d={shape}
                            fillOpacity={shade(count, most)}
                            strokeWidth="1"
                            vectorEffect="non-scaling-stroke"
                          />
                        ) : (
                          <circle
                            cx={(place?.x ?? 0) * map.width}
                            cy={(place?.y ?? 0) * map.height}
                            r="6"
                            fillOpacity={shade(count, most)}
                          />
                        )}
                      </PageLink>
                    );
                  })}
                </g>
              </svg>
              <g className="number haloed pointer-events-none fill-ink font-medium text-xs">
                {countries.map(({ code, count, place, step }) =>
                  place && step !== null ? (
                    <text
                      key={code}
                      x={mapPercent(place.x)}
                      y={mapPercent(place.y)}
                      dy="4"
                      textAnchor="middle"
                      className={MAP_BREAKPOINTS[step]}
                    >
                      {number(count)}
                    </text>
                  ) : null,
                )}
              </g>
            </svg>
          </div>
          <PictureTable
            title={t('map.title')}
            columns={[t('map.country'), t('map.companies')]}
            rows={countries.map(({ code, name, count }) => ({
              key: code,
              cells: [
                <PageLink key="name" to={paths.country(code)} className="link">
                  {name}
                </PageLink>,
                number(count),
              ],
            }))}
          />
        </>
      )}
    </figure>
  );
}
