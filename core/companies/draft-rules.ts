/** A draft waits for a publisher or for its scheduled moment; `failed`: its publication met a conflict. */
export const DRAFT_STATES = ['waiting', 'scheduled', 'failed'] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/** How long a heartbeat of an editor counts, in milliseconds, and how often one is sent. */
export const PRESENT_FOR = 60_000;
export const PRESENCE_EVERY = 15_000;
