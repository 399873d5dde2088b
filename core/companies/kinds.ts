/** What a company makes or does. A company has one to three, the first the one that it is known for. */
export const KINDS = [
  'saas',
  'app',
  'game',
  'marketplace',
  'media',
  'tool',
  'open-source',
  'community',
  'ai',
  'finance',
  'hardware',
  'manufacturer',
  'food',
  'fashion',
  'beauty',
  'retail',
  'services',
] as const;
export type Kind = (typeof KINDS)[number];
