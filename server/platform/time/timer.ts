/**
 * Work for a timer, which nobody waits for: what it throws or rejects with would end the process. It is
 * written down instead, and the timer's next turn tries again.
 */
function guarded(work: () => unknown): () => void {
  const failed = (error: unknown) => {
    try {
      console.error('A timer failed:', error);
    } catch {
      // If standard error cannot be written either, the error is lost.
    }
  };
  return () => {
    try {
      Promise.resolve(work()).catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

/** Calls `work` at an interval in milliseconds; errors are logged, and the timer continues. */
export const every = (milliseconds: number, work: () => unknown): NodeJS.Timeout =>
  setInterval(guarded(work), milliseconds);

/** Calls `work` once after a delay in milliseconds; errors are logged. */
export const after = (milliseconds: number, work: () => unknown): NodeJS.Timeout =>
  setTimeout(guarded(work), milliseconds);
