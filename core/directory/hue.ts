import { contrast } from '../design/colour.ts';
import { DARK, LIGHT } from '../design/tokens.ts';

/** The two colours of a category in one colour scheme, as `#rrggbb`. */
export interface Hue {
  /** For text and marks. */
  strong: string;
  /** For surfaces behind text. */
  soft: string;
}

export type ColourScheme = 'light' | 'dark';

/** The least contrast of a text of any size (WCAG 2.2, success criterion 1.4.3). */
const READABLE = 4.5;
/** Steps in which a colour is darkened or lightened until it can be read. */
const STEPS = 40;
/** Part of the page's ground in the surface colour. */
const SOFT_GROUND = { light: 0.86, dark: 0.82 };

const paletteOf = (scheme: ColourScheme) => (scheme === 'light' ? LIGHT : DARK);

/** Whether a hue can be read wherever the pages use it. */
export function isReadableHue({ strong, soft }: Hue, scheme: ColourScheme): boolean {
  const { paper, raised, ink, soft: secondary } = paletteOf(scheme);
  return (
    [paper, raised, soft].every((ground) => contrast(strong, ground) >= READABLE) &&
    [ink, secondary].every((text) => contrast(text, soft) >= READABLE)
  );
}

/** A mixture of two colours. @param part of the second one, 0 to 1 */
function mix(one: string, other: string, part: number): string {
  const channel = (at: number) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** The readable hue that is nearest to a colour, for one colour scheme. @param colour as `#rrggbb` */
export function proposeHue(colour: string, scheme: ColourScheme): Hue {
  const { paper, ink } = paletteOf(scheme);
  const ground = SOFT_GROUND[scheme];
  for (let step = 0; step <= STEPS; step++) {
    const strong = mix(colour, ink, step / STEPS);
    for (let paler = 0; paler <= STEPS; paler++) {
      const soft = mix(colour, paper, ground + ((1 - ground) * paler) / STEPS);
      if (isReadableHue({ strong, soft }, scheme)) return { strong, soft };
    }
  }
  return { strong: ink, soft: paper };
}

/** Whether an accent can be read on every ground of the pages; on it stands text in the colour of the paper. */
export function isReadableAccent(accent: string, scheme: ColourScheme): boolean {
  const { paper, raised, tint } = paletteOf(scheme);
  return [paper, raised, tint].every((ground) => contrast(accent, ground) >= READABLE);
}

/** The readable accent that is nearest to a colour, for one colour scheme. @param colour as `#rrggbb` */
export function proposeAccent(colour: string, scheme: ColourScheme): string {
  const { ink } = paletteOf(scheme);
  for (let step = 0; step < STEPS; step++) {
    const accent = mix(colour, ink, step / STEPS);
    if (isReadableAccent(accent, scheme)) return accent;
  }
  return ink;
}
