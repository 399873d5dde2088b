/** A text with its highlighted parts. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
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
