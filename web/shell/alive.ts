declare global {
  interface Window {
    /** Ends the waiting of the script that hears presses: presses the button that was pressed too early. */
    alive?: () => void;
  }
}

/** Called once the page answers to whoever touches it: for the script that hears presses, and for those who measure. */
export function noteAlive(): void {
  performance.mark('alive');
  window.alive?.();
  delete window.alive;
}
