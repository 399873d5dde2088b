/** Measures of colours, all taken from `#rrggbb`. */

type Triple = readonly [number, number, number];

/** The light of red, green and blue, 0 to 1 (IEC 61966-2-1). */
function lightOf(hex: string): Triple {
  const of = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [of(1), of(3), of(5)];
}

function multiply(matrix: readonly Triple[], [x, y, z]: Triple): Triple {
  const [a, b, c] = matrix.map(([p, q, r]) => p * x + q * y + r * z);
  return [a ?? 0, b ?? 0, c ?? 0];
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2, 'contrast ratio'). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((hex) => {
      const [red, green, blue] = lightOf(hex);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * How colours reach an eye without one of its three kinds of cones, wholly: Machado, Oliveira and
 * Fernandes, 'A Physiologically-based Model for Simulation of Color Vision Deficiency' (2009).
 */
const VISIONS = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, readonly Triple[]>;

export type Vision = keyof typeof VISIONS;
export const ALL_VISIONS = Object.keys(VISIONS) as Vision[];

/** Lightness and two opponent axes in which distances look alike (Ottosson's Oklab). */
function oklab(light: Triple): Triple {
  const [l, m, s] = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  );
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}

/** How far apart two colours look to an eye, in Oklab: 0.02 is just seen, black and white are 1 apart. */
export function difference(one: string, other: string, vision: Vision = 'usual'): number {
  const seen = (hex: string) => {
    const [red, green, blue] = multiply(VISIONS[vision], lightOf(hex));
    const within = (part: number) => Math.min(1, Math.max(0, part));
    return oklab([within(red), within(green), within(blue)]);
  };
  const [a, b] = [seen(one), seen(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
