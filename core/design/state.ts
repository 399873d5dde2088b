/** Kinds of an empty or failed screen. */
export type StateKind = 'beginning' | 'empty' | 'missing' | 'failed' | 'offline' | 'closed';

interface StateDrawing {
  /** The giant, filled by the rule `evenodd`. */
  giant: string;
  /** It is only thought of: a dashed line stands in its place. */
  isOutline?: true;
  /** Where the middle of the tiny one is. */
  tiny: readonly [x: number, y: number];
}

const BOX = { width: 120, height: 72 };
/** Radius of the tiny one. */
const TINY = 5;

/** What happened to the giant; the tiny one is always there. Drawn as the site's own sign: one disc, one point. */
const STATES: Readonly<Record<StateKind, StateDrawing>> = {
  // It rises.
  beginning: { giant: 'M28 70a32 32 0 0 1 64 0z', tiny: [60, 22] },
  // There is room for it.
  empty: { giant: 'M28 70a32 32 0 0 1 64 0z', isOutline: true, tiny: [60, 22] },
  // The small figure stands outside of the outline.
  missing: { giant: 'M22 40a29 29 0 1 0 58 0a29 29 0 1 0 -58 0z', isOutline: true, tiny: [98, 64] },
  // It fell over.
  failed: { giant: 'M24 34l52-14a27 27 0 0 1-52 14z', tiny: [98, 64] },
  // One half does not reach the other.
  offline: { giant: 'M46 12a28 28 0 0 0 0 56zM74 12a28 28 0 0 1 0 56z', tiny: [60, 62] },
  // It has a lock.
  closed: {
    giant: 'M22 40a29 29 0 1 0 58 0a29 29 0 1 0-58 0zM44 35a7 7 0 1 1 10 6l3 13h-12l3-13a7 7 0 0 1-4-6z',
    tiny: [98, 64],
  },
};

/** A giant as a mask: its colour is that of the page. */
function mask({ giant, isOutline }: StateDrawing): string {
  const look = isOutline ? "fill='none' stroke='%23000' stroke-width='2' stroke-dasharray='5 5'" : '';
  return `url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${BOX.width}' height='${BOX.height}'><path fill-rule='evenodd' ${look} d='${giant}'/></svg>")`;
}

/** The rules of some states' pictures: an element with `data-state-picture` is one, with no script of its own. */
export function stateCss(kinds: readonly StateKind[] = Object.keys(STATES) as StateKind[]): string {
  const all = '[data-state-picture]';
  return [
    `${all}{position:relative;width:${BOX.width}px;height:${BOX.height}px}`,
    `${all}::before{content:"";position:absolute;inset:0;background:var(--giant-ink,var(--ink));mask:var(--giant)}`,
    `${all}::after{content:"";position:absolute;left:var(--tiny-x);top:var(--tiny-y);width:${2 * TINY}px;height:${2 * TINY}px;border-radius:50%;background:var(--sun)}`,
    ...kinds.map((kind) => {
      const { isOutline, tiny } = STATES[kind];
      const ink = isOutline ? ';--giant-ink:var(--soft)' : '';
      return `[data-state-picture="${kind}"]{--giant:${mask(STATES[kind])}${ink};--tiny-x:${tiny[0] - TINY}px;--tiny-y:${tiny[1] - TINY}px}`;
    }),
  ].join('\n');
}
