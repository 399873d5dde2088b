/**
 * Shapes of categories, as paths in a square of 16 units filled by the rule `evenodd`: a shape stands beside the
 * hue, for readers who do not see the hue.
 */
export const CATEGORY_SHAPES = {
  ring: 'M1 8a7 7 0 1 1 0 .1zM5 8a3 3 0 1 1 0 .1z',
  'three-dots': 'M4.5 4a3.5 3.5 0 1 1 0 .1zM.3 12a3.5 3.5 0 1 1 0 .1zM8.7 12a3.5 3.5 0 1 1 0 .1z',
  diamond: 'M8 .5L15.5 8L8 15.5L.5 8z',
  dot: 'M2.5 8a5.5 5.5 0 1 1 0 .1z',
  cross: 'M3.5 1L8 5.5L12.5 1L15 3.5L10.5 8L15 12.5L12.5 15L8 10.5L3.5 15L1 12.5L5.5 8L1 3.5z',
  square: 'M2.5 2.5h11v11h-11z',
  frame: 'M1.5 1.5h13v13h-13zM5 5h6v6h-6z',
  triangle: 'M8 1L15.5 14.5h-15z',
  hexagon: 'M4.2 1.5h7.6L15.5 8l-3.7 6.5H4.2L.5 8z',
  plus: 'M6 1h4v5h5v4h-5v5h-4v-5h-5v-4h5z',
  drop: 'M8 .5q5 6 5 9.5a5 5 0 0 1-10 0q0-3.5 5-9.5z',
  star: 'M8 .5l2.3 5 5.2.6-3.9 3.6 1.1 5.3L8 12.3 3.3 15l1.1-5.3L.5 6.1l5.2-.6z',
  bars: 'M1.5 9h3v6h-3zM6.5 5h3v10h-3zM11.5 1h3v14h-3z',
  half: 'M8 1a7 7 0 0 1 0 14z',
  waves: 'M.5 5q3.75-5 7.5 0t7.5 0v3q-3.75 5-7.5 0t-7.5 0zM.5 11q3.75-5 7.5 0t7.5 0v3q-3.75 5-7.5 0t-7.5 0z',
} as const;

export type ShapeName = keyof typeof CATEGORY_SHAPES;
export const SHAPE_NAMES = Object.keys(CATEGORY_SHAPES) as [ShapeName, ...ShapeName[]];
