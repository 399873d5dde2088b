import type { FollowKind } from '../../../core/readers/rules.ts';

export interface Followable {
  kind: FollowKind;
  value: string;
  /** What it is called in the language of the page. */
  name: string;
}

/** The texts that everything about follows needs. */
export const FOLLOW_TEXTS = ['follows', 'problems', 'refusals', 'ui'];

/** That of the browser: a digest comes in its morning. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
