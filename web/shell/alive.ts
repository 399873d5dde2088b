declare global {
  interface Window {
    /** Ends the waiting of the boot script: presses the button that was pressed too early. */
    alive?: () => void;
  }
}

/** Called once the page answers to whoever touches it: for the boot script, and for those who measure. */
export function noteAlive(): void {
  performance.mark('alive');
  window.alive?.();
  delete window.alive;
}
