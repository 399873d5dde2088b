/** What failed, read out at once. */
export function Failure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="rounded-lg border border-danger/40 px-4 py-3 text-danger text-sm">
      {text}
    </p>
  );
}
