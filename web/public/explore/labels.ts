import { type Axes, pointPosition } from './scales.ts';

/**
 * Names beside marks. The drawing is as wide as its page, and its letters are as large everywhere: a name
 * that has no room on a phone may have some on a desk. Each is given the width from which on it has.
 */

/** Widths of the drawing from which on more names are shown, as the style's container steps, in pixels. */
export const LABEL_STEPS = [0, 384, 576, 768, 1024] as const;
/** The narrowest and the widest drawing that names are tried for. */
export const NARROWEST = 224;
const WIDEST = 1120;
/** In between each of them. */
const TRIED_EVERY = 32;

/** The drawing's height at a width, in pixels, as its style has it. */
export const heightAt = (width: number): number => (width < 576 ? 384 : width < 896 ? 480 : 600);

/** Of letters, in pixels. */
const SIZE = 12;
const LABEL_LINE = 16;
/** From the middle of a mark to its name. */
const LABEL_GAP = 8;
/** Room that is kept around a name and a mark. */
const LABEL_MARK = 6;
/** Longer ones are not written; pointing at the mark says them. */
const LENGTH_MAX = 150;
/** Names tried, and names that are shown at a width, at most. */
const TRIED_MAX = 400;
export const LABELS_MAX = 60;

const WIDE_CHARACTER = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/;
const NARROW = /[iljtfrI.,:;'’|! ]/;
const LARGE = /[A-Z0-9mwMW@%&]/;

/** Pixels that a text takes at most. Fonts differ, so it is a little more than any of the usual. */
export function widthOf(text: string): number {
  let ems = 0;
  for (const character of text)
    ems += WIDE_CHARACTER.test(character)
      ? 1
      : NARROW.test(character)
        ? 0.36
        : LARGE.test(character)
          ? 0.76
          : 0.6;
  return ems * SIZE;
}

export type Side = 'right' | 'left' | 'above' | 'below';
const SIDES: readonly Side[] = ['right', 'left', 'above', 'below'];

export interface Label {
  text: string;
  /** Parts of the drawing. */
  x: number;
  y: number;
  side: Side;
  /** The step from which on it is shown. */
  step: number;
  /** Where it has room from there on at every width; else only up to the next step. */
  stays: boolean;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The room of a name in a drawing of a width. */
export function boxOf({ text, x, y, side }: Omit<Label, 'step' | 'stays'>, width: number): Box {
  const [cx, cy] = [x * width, y * heightAt(width)];
  const length = widthOf(text);
  if (side === 'right')
    return {
      left: cx + LABEL_GAP,
      right: cx + LABEL_GAP + length,
      top: cy - LABEL_LINE / 2,
      bottom: cy + LABEL_LINE / 2,
    };
  if (side === 'left')
    return {
      left: cx - LABEL_GAP - length,
      right: cx - LABEL_GAP,
      top: cy - LABEL_LINE / 2,
      bottom: cy + LABEL_LINE / 2,
    };
  const across = { left: cx - length / 2, right: cx + length / 2 };
  return side === 'above'
    ? { ...across, top: cy - LABEL_GAP - LABEL_LINE, bottom: cy - LABEL_GAP }
    : { ...across, top: cy + LABEL_GAP, bottom: cy + LABEL_GAP + LABEL_LINE };
}

/** What is taken of a drawing of one width, in cells of a few pixels. */
class Room {
  static readonly cell = 4;
  readonly width: number;
  readonly height: number;
  readonly #columns: number;
  readonly #taken: Uint8Array;

  constructor(width: number) {
    this.width = width;
    this.height = heightAt(width);
    this.#columns = Math.ceil(width / Room.cell) + 1;
    this.#taken = new Uint8Array(this.#columns * (Math.ceil(this.height / Room.cell) + 1));
  }

  #cells({ left, right, top, bottom }: Box): [number, number, number, number] {
    const at = (pixels: number, most: number) => Math.floor(Math.max(0, Math.min(most, pixels)) / Room.cell);
    return [at(left, this.width), at(right, this.width), at(top, this.height), at(bottom, this.height)];
  }

  isFree(box: Box): boolean {
    if (box.left < 0 || box.top < 0 || box.right > this.width || box.bottom > this.height) return false;
    const [left, right, top, bottom] = this.#cells(box);
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        if (this.#taken[row * this.#columns + column]) return false;
    return true;
  }

  take(box: Box): void {
    const [left, right, top, bottom] = this.#cells(box);
    for (let row = top; row <= bottom; row++)
      this.#taken.fill(1, row * this.#columns + left, row * this.#columns + right + 1);
  }
}

interface LabelledPoint {
  name: string;
  x: number;
  y: number;
}

/** Those at the edges first, which the eye goes to, then as they come. */
function byInterest(points: readonly LabelledPoint[]): LabelledPoint[] {
  const best = (score: (point: LabelledPoint) => number) =>
    points.toSorted((a, b) => score(b) - score(a)).slice(0, 4);
  return [
    ...new Set([
      ...best(({ x, y }) => y / x),
      ...best(({ y }) => y),
      ...best(({ x }) => x),
      ...best(({ y }) => -y),
      ...points.slice(0, TRIED_MAX),
    ]),
  ];
}

/**
 * Chooses names so that none covers another one, a mark or what stands there already, at any width.
 * @param points those that are asked for first leading
 * @param marks all that are drawn
 * @param written what else is written, in a drawing of a width
 */
export function placeLabels(
  points: readonly LabelledPoint[],
  marks: readonly Omit<LabelledPoint, 'name'>[],
  axes: Axes,
  written: (width: number) => Box[] = () => [],
): Label[] {
  const rooms: Room[] = [];
  for (let width = NARROWEST; width <= WIDEST; width += TRIED_EVERY) {
    const room = new Room(width);
    for (const mark of marks) {
      const { x, y } = pointPosition(mark, axes);
      const [cx, cy] = [x * width, y * room.height];
      room.take({
        left: cx - LABEL_MARK,
        right: cx + LABEL_MARK,
        top: cy - LABEL_MARK,
        bottom: cy + LABEL_MARK,
      });
    }
    for (const box of written(width)) room.take(box);
    rooms.push(room);
  }
  const waiting = new Set(byInterest(points).filter(({ name }) => widthOf(name) <= LENGTH_MAX));
  const labels: Label[] = [];
  for (const [step, from] of LABEL_STEPS.entries()) {
    const wider = rooms.filter(({ width }) => width >= from);
    const until = LABEL_STEPS[step + 1];
    const these = until === undefined ? wider : wider.filter(({ width }) => width <= until);
    let shown = labels.filter(({ stays }) => stays).length;
    for (const point of waiting) {
      if (shown >= LABELS_MAX) break;
      const at = { text: point.name, ...pointPosition(point, axes) };
      const fits = (among: readonly Room[]) =>
        SIDES.find((side) => among.every((room) => room.isFree(boxOf({ ...at, side }, room.width))));
      const lasting = fits(wider);
      const side = lasting ?? fits(these);
      if (!side) continue;
      shown++;
      labels.push({ ...at, side, step, stays: lasting !== undefined || these === wider });
      for (const room of lasting ? wider : these) room.take(boxOf({ ...at, side }, room.width));
      if (lasting) waiting.delete(point);
    }
  }
  return labels;
}

/** Whether a name is shown in a drawing of a width. */
export function isLabelShown({ step, stays }: Pick<Label, 'step' | 'stays'>, width: number): boolean {
  const until = LABEL_STEPS[step + 1];
  return width >= LABEL_STEPS[step as 0] && (stays || until === undefined || width < until);
}
