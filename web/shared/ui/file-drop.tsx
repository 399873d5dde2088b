import { type ReactNode, useState } from 'react';

/** Chooses a file, by the browser's dialog or by dropping one here. */
export function FileDrop({
  label,
  hint,
  accept,
  onFile,
}: {
  label: string;
  hint: ReactNode;
  /** As the attribute of an input: '.json,.csv'. */
  accept: string;
  onFile(file: File): void;
}) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={`flex cursor-pointer flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed px-6 py-10 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent ${over ? 'border-accent bg-tint' : 'border-line hover:border-soft'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <span className="font-medium">{label}</span>
      <span className="text-soft text-sm">{hint}</span>
      <input
        type="file"
        className="sr-only"
        accept={accept}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file, mended, can be chosen again.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
