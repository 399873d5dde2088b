import { Link, useLocation } from 'react-router';
import { type AxisName, axisNames } from '../../../core/explore/axes.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { AXIS_PARAMS, axisLabel, type Measures, PEOPLE_AND_REVENUE } from './measures.ts';

/** The address of the picture with another axis. An axis that the other side shows changes places with this side's. */
function withAxis(search: string, measures: Measures, side: 'x' | 'y', axis: AxisName): string {
  const other = side === 'x' ? 'y' : 'x';
  const chosen = { ...measures, [side]: axis };
  if (measures[other] === axis) chosen[other] = measures[side];
  const params = new URLSearchParams(search);
  params.delete('company');
  for (const each of ['x', 'y'] as const)
    if (chosen[each] === PEOPLE_AND_REVENUE[each]) params.delete(AXIS_PARAMS[each]);
    else params.set(AXIS_PARAMS[each], chosen[each]);
  return `?${params}`;
}

/** Links that choose both axes; nothing without own fields that can be an axis. */
export function AxisChoice({ measures }: { measures: Measures }) {
  const { t } = useTranslation('explore');
  const { language } = useRoot();
  const { search } = useLocation();
  const axes = axisNames();
  if (axes.length <= 2) return null;
  return (
    <div className="mt-4 flex flex-col gap-2 text-sm">
      {(['y', 'x'] as const).map((side) => {
        const name = side === 'x' ? t('scatter.across') : t('scatter.up');
        return (
          <div key={side} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="w-20 text-soft">{name}</span>
            <ul aria-label={name} className="flex flex-wrap gap-x-4">
              {axes.map((axis) => (
                <li key={axis}>
                  <Link
                    to={withAxis(search, measures, side, axis)}
                    preventScrollReset
                    rel="nofollow"
                    aria-current={measures[side] === axis ? 'true' : undefined}
                    className={`inline-flex min-h-9 items-center ${measures[side] === axis ? 'font-semibold' : 'link'}`}
                  >
                    {axisLabel(t, axis, language)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
