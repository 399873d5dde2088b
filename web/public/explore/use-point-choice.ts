import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ScatterPoint } from '../../../core/explore/calls.ts';
import { withPanel } from '../../shared/paths.ts';
import { recordCompanyView } from '../analytics/record.ts';
import { ARROWS, type Arrow, nearestTo, nextSpot, type Spot } from './nearest.ts';
import { type Press, pressOf } from './press.ts';
import { type Axes, pointPosition } from './scales.ts';
import { usePoints } from './use-points.ts';

/** How near a mouse, or a finger, has to come to a mark, in pixels. */
const MOUSE = 24;
const FINGER = 36;

const isArrow = (key: string): key is Arrow => Object.hasOwn(ARROWS, key);

/** The company of a picture that a mouse, a finger or the keys have chosen, and what chooses another one. */
export function usePointChoice(axes: Axes, pointsPath: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const plot = useRef<HTMLDivElement>(null);
  const { points, failed, load } = usePoints(pointsPath);
  const [at, setAt] = useState(-1);
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

  async function goByKey(event: KeyboardEvent) {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
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

  return {
    /** Ref of the element that the points are placed in. */
    plot,
    point,
    failed,
    load,
    /** Answers a click or tap. */
    choose,
    goByKey,
    /** Follows the mouse. */
    follow(event: PointerEvent) {
      if (event.pointerType === 'mouse' && points) setAt(find(pressOf(event), points, MOUSE));
    },
    leave(event: PointerEvent) {
      if (event.pointerType === 'mouse') setAt(-1);
    },
  };
}
