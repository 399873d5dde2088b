/** Work of the server whose failure a person is told of. */
export const FAILURE_KINDS = ['backup', 'mail', 'purge', 'links', 'jobs', 'disk'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Failures in a row after which a person is told: what is tried again soon may be over soon. */
export const FAILURES_BEFORE_ALERT: Readonly<Record<FailureKind, number>> = {
  backup: 1,
  mail: 3,
  purge: 5,
  links: 1,
  jobs: 1,
  disk: 1,
};
