/** Widths of the map from which on more numbers are shown, as the style's container steps, in pixels. */
export const MAP_STEPS = [256, 448, 672, 896] as const;

/** Of a digit, and of the line it stands in, in pixels. */
const DIGIT = 8;
const MAP_LABEL_LINE = 15;
const MAP_GAP = 2;

export interface CountryCount {
  code: string;
  /** As the server writes it: browsers know other names of some. */
  name: string;
  count: number;
  /** Where its number stands, in parts of the map; null where the map has no such place. */
  place: { x: number; y: number } | null;
  /** The step from which on its number has room; null where it never has. */
  step: number | null;
}

interface Map {
  width: number;
  height: number;
  places: Readonly<Record<string, [number, number]>>;
}

/**
 * Chooses which numbers are written: none covers another one, those of the most companies first. Two that
 * stand apart on a narrow map do so on every wider one.
 */
export function placeNumbers(
  counted: readonly { value: string; count: number }[],
  map: Map,
  nameOf: (code: string) => string,
): CountryCount[] {
  const found = counted
    .filter(({ count }) => count > 0)
    .map(({ value, count }): CountryCount => {
      const [x, y] = map.places[value] ?? [];
      const place = x === undefined || y === undefined ? null : { x: x / map.width, y: y / map.height };
      return { code: value, name: nameOf(value), count, place, step: null };
    });
  for (const [step, width] of MAP_STEPS.entries()) {
    const height = (width * map.height) / map.width;
    for (const country of found) {
      const { place } = country;
      if (!place || country.step !== null) continue;
      const isFree = found.every((other) => {
        if (other.step === null || !other.place) return true;
        const digits = String(country.count).length + String(other.count).length;
        return (
          Math.abs(place.x - other.place.x) * width >= (digits * DIGIT) / 2 + MAP_GAP ||
          Math.abs(place.y - other.place.y) * height >= MAP_LABEL_LINE
        );
      });
      if (isFree) country.step = step;
    }
  }
  return found;
}
