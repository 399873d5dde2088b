/** Wrong letters that are forgiven in a word: one from four, two from eight. */
export const errorsForgiven = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

/**
 * How many letters of a word are wrong, too many, missing or exchanged with their neighbour (optimal
 * string alignment), `most + 1` where it is more than `most`.
 * @param ofBeginning against the beginning of `other` that is nearest
 */
export function distance(word: string, other: string, most: number, ofBeginning = false): number {
  const far = most + 1;
  if (word.length - other.length > most || (!ofBeginning && other.length - word.length > most)) return far;
  const width = Math.min(other.length, word.length + most);
  let earlier: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, i) => i);
  for (let row = 1; row <= word.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column++) {
      const isSame = word[row - 1] === other[column - 1];
      let value = Math.min(
        (above[column] ?? far) + 1,
        (current[column - 1] ?? far) + 1,
        (above[column - 1] ?? far) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1])
        value = Math.min(value, (earlier[column - 2] ?? far) + 1);
      current[column] = value;
      if (value < least) least = value;
    }
    if (least > most) return far;
    earlier = above;
    above = current;
  }
  const found = ofBeginning ? Math.min(...above) : (above[width] ?? far);
  return Math.min(found, far);
}
