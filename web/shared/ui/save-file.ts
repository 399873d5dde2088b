import { MINUTE } from '../../../core/time.ts';

/** How long a browser may take to begin a download, in milliseconds. */
const KEPT = MINUTE;

/** Hands a file to the browser to keep. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the download of a large file begins after this function ended.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
