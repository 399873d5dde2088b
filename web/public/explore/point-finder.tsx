import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { ScatterPoint } from '../../../core/explore/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { CompanyLink } from '../companies/company-link.tsx';
import { axisLabel, isUsual, type Measures, measureText, PEOPLE_AND_REVENUE } from './measures.ts';
import { type Press, pressOf } from './press.ts';
import { type Axes, pointPosition } from './scales.ts';
import { usePointChoice } from './use-point-choice.ts';

/** What the picture shows of a company, in words: the numbers of both axes, and usually the revenue per person. */
function factsText(
  t: Translate<'explore' | 'companies' | 'common'>,
  point: ScatterPoint,
  measures: Measures,
  language: Language,
): string {
  const textOn = (axis: 'x' | 'y') => {
    const measure = measures[axis];
    if (measure === 'people')
      return t('companies:people', { count: point[axis], number: formatNumber(point[axis], language) });
    const value = measureText(measure, point[axis], language);
    if (measure !== 'revenue') return t('common:labelled', { label: axisLabel(t, measure, language), value });
    return point.yearly ? value : `${value} · ${t('explore:scatter.notYearly')}`;
  };
  const facts = [
    textOn('x'),
    textOn('y'),
    !isUsual(measures) || point.revenue_per_person === null || point.employees === 1
      ? ''
      : t('common:labelled', {
          label: t('companies:perPerson'),
          value: formatAmount(point.revenue_per_person, 'USD', language),
        }),
  ];
  return facts.filter(Boolean).join(' · ');
}

/**
 * Finds the company that somebody points at, taps or goes to with the arrow keys. One stop of the Tab key;
 * 5,000 marks have no listener of their own.
 */
export function PointFinder({
  axes,
  measures = PEOPLE_AND_REVENUE,
  pointsPath,
  pressed = null,
  children,
}: {
  axes: Axes;
  measures?: Measures;
  /** Where the points of the picture are asked for. */
  pointsPath: string;
  /** The press that the finder was loaded for: answered once it is there. */
  pressed?: Press | null;
  /** The drawing, unless the page has drawn it underneath. */
  children?: ReactNode;
}) {
  const { t } = useTranslation(['explore', 'companies', 'categories', 'common']);
  const { language } = useRoot();
  const { plot, point, failed, load, choose, goByKey, follow, leave } = usePointChoice(axes, pointsPath);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  // One that is put over a drawing is there because somebody has come near.
  const isOver = !children;
  const come = useEffectEvent(() => void (pressed ? choose(pressed) : load()));
  useEffect(() => {
    if (isOver) come();
  }, [isOver]);
  const place = point && pointPosition(point, axes);
  const description = point && factsText(t, point, measures, language);
  return (
    <div className={isOver ? 'absolute inset-0' : 'relative'}>
      <div
        ref={plot}
        role="application"
        aria-label={
          isUsual(measures)
            ? t('scatter.keys')
            : t('scatter.keysOf', {
                x: axisLabel(t, measures.x, language),
                y: axisLabel(t, measures.y, language),
              })
        }
        // Without the script there is nothing to go to.
        tabIndex={ready ? 0 : undefined}
        data-company={point?.id}
        className={`relative rounded ${isOver ? 'h-full' : 'h-96 @xl:h-[30rem] @4xl:h-[37.5rem]'} ${point ? 'cursor-pointer' : ''}`}
        onFocus={() => void load()}
        onPointerEnter={() => void load()}
        onPointerMove={follow}
        onPointerLeave={leave}
        onClick={(event) => void choose(pressOf(event))}
        onKeyDown={(event) => {
          if (!isComposing(event.nativeEvent)) void goByKey(event);
        }}
      >
        {children}
        {place ? (
          <span
            aria-hidden="true"
            className="follows pointer-events-none absolute size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ink"
            style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
          />
        ) : null}
      </div>
      {point && place ? <PointCard point={point} place={place} description={description} /> : null}
      <p className="sr-only" aria-live="polite">
        {point ? `${point.name} · ${t(`categories:${point.category}.name`)} · ${description}` : ''}
      </p>
      {failed ? (
        <p role="alert" className="mt-9 text-danger text-sm">
          {t('companies:failed')}
        </p>
      ) : null}
    </div>
  );
}

/** Beside the point; on a narrow screen below the picture, with a link to the company. */
function PointCard({
  point,
  place,
  description,
}: {
  point: ScatterPoint;
  /** In parts of the width and height of the picture. */
  place: { x: number; y: number };
  description: string | undefined;
}) {
  const { t } = useTranslation(['explore', 'categories']);
  return (
    <div
      className={`mt-9 rounded-lg border border-line bg-raised px-4 py-3 text-sm shadow-lg md:pointer-events-none md:absolute md:z-10 md:mt-0 md:max-w-72 ${
        place.x > 0.5 ? 'md:-translate-x-[calc(100%+1rem)]' : 'md:translate-x-4'
      } ${place.y > 0.7 ? 'md:-translate-y-full' : ''}`}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
    >
      <p className="font-display font-semibold text-base">{point.name}</p>
      <p className="flex items-center gap-2 text-soft text-xs">
        <CategoryShape category={point.category} />
        {t(`categories:${point.category}.name`)}
      </p>
      <p className="number mt-1">{description}</p>
      <CompanyLink
        company={point}
        className="link mt-1 inline-flex min-h-11 items-center font-medium text-accent md:hidden"
      >
        {t('scatter.open')}
        <span className="sr-only">: {point.name}</span>
      </CompanyLink>
    </div>
  );
}
