import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ScatterPoint, ScatterPoints } from '../../../core/explore/calls.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { withPanel } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { recordCompanyView } from '../analytics/record.ts';
import { CompanyLink } from '../companies/company-link.tsx';
import { loadPanelContent } from '../companies/panel-content.ts';
import { axisLabel, isUsual, type Measures, measureText, PEOPLE_AND_REVENUE } from './measures.ts';
import { ARROWS, type Arrow, nearestTo, nextSpot, type Spot } from './nearest.ts';
import { type Press, pressOf } from './press.ts';
import { type Axes, pointPosition } from './scales.ts';

/** How near a mouse, or a finger, has to come to a mark, in pixels. */
const MOUSE = 24;
const FINGER = 36;

const isArrow = (key: string): key is Arrow => Object.hasOwn(ARROWS, key);

/** The points of a picture, asked for when somebody comes near them. */
function usePoints(path: string): {
  points: ScatterPoint[] | null;
  failed: boolean;
  load(): Promise<ScatterPoint[]>;
} {
  const asked = useRef<Promise<ScatterPoint[]>>(undefined);
  const [points, setPoints] = useState<ScatterPoint[] | null>(null);
  const [failed, setFailed] = useState(false);
  async function ask(): Promise<ScatterPoint[]> {
    try {
      const response = await fetch(path);
      if (!response.ok) throw new Error(String(response.status));
      const { points: found } = (await response.json()) as ScatterPoints;
      setPoints(found);
      setFailed(false);
      return found;
    } catch {
      asked.current = undefined;
      setFailed(true);
      return [];
    }
  }
  return {
    points,
    failed,
    load() {
      if (!asked.current) void loadPanelContent().catch(() => {});
      asked.current ??= ask();
      return asked.current;
    },
  };
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
  const location = useLocation();
  const navigate = useNavigate();
  const plot = useRef<HTMLDivElement>(null);
  const { points, failed, load } = usePoints(pointsPath);
  const [at, setAt] = useState(-1);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  // One that is put over a drawing is there because somebody has come near.
  const isOver = !children;
  const come = useEffectEvent(() => void (pressed ? choose(pressed) : load()));
  useEffect(() => {
    if (isOver) come();
  }, [isOver]);
  const point = points?.[at];

  function spotsOf(of: readonly ScatterPoint[]): Spot[] {
    const box = plot.current?.getBoundingClientRect() ?? new DOMRect();
    return of.map((one) => {
      const { x, y } = pointPosition(one, axes);
      return { x: x * box.width, y: y * box.height };
    });
  }

  const find = (spot: Spot, of: readonly ScatterPoint[], within: number) =>
    nearestTo(spot, spotsOf(of), within);

  function open(company: ScatterPoint) {
    recordCompanyView(company);
    void navigate(withPanel(location, company.id), {
      state: { panel: 'opened here' },
      preventScrollReset: true,
    });
  }

  async function choose(press: Press) {
    const found = await load();
    const nearest = find(press, found, press.isTouch ? FINGER : MOUSE);
    const company = found[nearest];
    // The first tap shows the name, the second one opens the company.
    if (company && (!press.isTouch || nearest === at)) open(company);
    setAt(nearest);
  }

  async function go(event: KeyboardEvent) {
    const { key } = event;
    if (isComposing(event.nativeEvent) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === 'Escape' && at >= 0) {
      setAt(-1);
      return;
    }
    if (key === 'Enter' && point) {
      event.preventDefault();
      open(point);
      return;
    }
    if (!isArrow(key) && !['Home', 'End', 'PageUp', 'PageDown'].includes(key)) return;
    event.preventDefault();
    const found = await load();
    if (found.length === 0) return;
    const last = found.length - 1;
    setAt((from) => {
      if (isArrow(key)) return nextSpot(from, key, spotsOf(found));
      if (key === 'Home') return 0;
      if (key === 'End') return last;
      // In the order of the ranking, so that each of those that lie upon each other is come by.
      return Math.max(0, Math.min(last, from + (key === 'PageDown' ? 1 : -1)));
    });
  }

  const place = point && pointPosition(point, axes);
  const usual = isUsual(measures);
  const textOn = (one: ScatterPoint, axis: 'x' | 'y') => {
    const measure = measures[axis];
    if (measure === 'people')
      return t('companies:people', { count: one[axis], number: formatNumber(one[axis], language) });
    const value = measureText(measure, one[axis], language);
    if (measure !== 'revenue') return t('common:labelled', { label: axisLabel(t, measure, language), value });
    return one.yearly ? value : `${value} · ${t('scatter.notYearly')}`;
  };
  const facts = point && [
    textOn(point, 'x'),
    textOn(point, 'y'),
    !usual || point.revenue_per_person === null || point.employees === 1
      ? ''
      : t('common:labelled', {
          label: t('companies:perPerson'),
          value: formatAmount(point.revenue_per_person, 'USD', language),
        }),
  ];
  const description = facts?.filter(Boolean).join(' · ');
  return (
    <div className={isOver ? 'absolute inset-0' : 'relative'}>
      <div
        ref={plot}
        role="application"
        aria-label={
          usual
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
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse' && points) setAt(find(pressOf(event), points, MOUSE));
        }}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse') setAt(-1);
        }}
        onClick={(event) => void choose(pressOf(event))}
        onKeyDown={(event) => void go(event)}
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
      {point && place ? (
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
      ) : null}
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
