/** Pages that wait at most; others wait until somebody asks for them again. */
const WAITING_MAX = 256;

export interface Remaker {
  add(key: string): void;
  /** Makes no more, and waits for the one that is being made. */
  stop(): Promise<void>;
}

/** Makes pages anew one after another, while what was kept of them is served. */
export function createRemaker(make: (key: string) => Promise<void>): Remaker {
  const waiting = new Set<string>();
  let making: Promise<void> | undefined;
  let stopped = false;

  async function makeAll(): Promise<void> {
    for (const key of waiting) {
      if (stopped) return;
      // What fails stays as it was, and is tried again when somebody asks for it.
      await make(key).catch(() => {});
      waiting.delete(key);
    }
  }

  return {
    add(key) {
      if (stopped || waiting.size >= WAITING_MAX) return;
      waiting.add(key);
      making ??= makeAll().finally(() => {
        making = undefined;
      });
    },
    async stop() {
      stopped = true;
      await making;
    },
  };
}
