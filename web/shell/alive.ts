declare global {
  interface Window {
    /** Ends the waiting of `PRESS_SCRIPT`: presses the button that was pressed too early. */
    alive?: () => void;
  }
}

/** Called once the page answers to whoever touches it: for what waits in the head, and for those who measure. */
export function noteAlive(): void {
  performance.mark('alive');
  window.alive?.();
  delete window.alive;
}
