import type { Mark } from '../../core/search/passage.ts';

/** A text with its highlighted parts. */
export function Marked({
  text,
  marks,
}: {
  text: string;
  marks: readonly (readonly [number, number])[] | readonly Mark[];
}) {
  let at = 0;
  const parts = marks.flatMap(([start, length]) => {
    const before = text.slice(at, start);
    at = start + length;
    return [before, <mark key={start}>{text.slice(start, at)}</mark>];
  });
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
