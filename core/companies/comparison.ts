/** Companies that are read side by side. */
export const COMPARED_MAX = 4;
/** Ids of an address that are looked up: the unknown ones among them may have been the company's before. */
const LOOKED_UP_MAX = 8;
/** Of an id that is given back because it was left out, in letters. */
const ID_SHOWN_MAX = 60;

export interface ComparisonQuery {
  /** In the order of the address, each once. */
  ids: string[];
  /** Named again. */
  doubled: string[];
  /** Too many to look up. */
  over: string[];
}

/** Parses the value of `?ids=a,b`; the companies may not exist. */
export function parseComparison(text: string | null): ComparisonQuery {
  const named = (text ?? '')
    .replaceAll('\u0000', '')
    .toWellFormed()
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const ids = [...new Set(named)];
  return {
    ids: ids.slice(0, LOOKED_UP_MAX),
    doubled: ids.filter((id) => named.filter((other) => other === id).length > 1).map(shownId),
    over: ids.slice(LOOKED_UP_MAX, 2 * LOOKED_UP_MAX).map(shownId),
  };
}

export const shownId = (id: string): string =>
  id.length > ID_SHOWN_MAX ? `${id.slice(0, ID_SHOWN_MAX)}…` : id;

/** Which of some numbers is the highest and which the lowest; none where they do not differ. */
export function extremes(values: readonly (number | null)[]): { highest: number; lowest: number } | null {
  const known = values.filter((value) => value !== null);
  const [highest, lowest] = [Math.max(...known), Math.min(...known)];
  return known.length > 1 && highest > lowest ? { highest, lowest } : null;
}
