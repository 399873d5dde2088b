/**
 * Lets the process give back what a long work left behind, which would stay until the next full
 * collection (note 0018). It takes place beside what else is done; where the process was started
 * without `--expose-gc`, nothing happens.
 */
export function giveMemoryBack(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
