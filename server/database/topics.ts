/**
 * What kept answers show. A write says which topics it changes, an answer which ones it shows: it is
 * made anew once one of them is newer than itself.
 */
export type Topic =
  /** Every kept answer shows it: the settings, all scores, an import. */
  | 'everything'
  /** The companies as lists have them: which there are, in what order, and what a row says. */
  | 'directory'
  /** How many like a company: they order those of the same score. */
  | 'likes'
  /** Visits, views and all else that is counted by day. */
  | 'visits'
  /** How many comments a company has. */
  | 'comments'
  | `company:${string}`
  | `comments:${string}`
  /** The companies of a kind or a country: which there are, and what says how near they are to others. */
  | `having:${string}`;

/** Whether it is of all companies and not of one. */
export const isOfAll = (topic: Topic): boolean => !topic.includes(':');

/** How long a page may show numbers that move all the time, in milliseconds. */
export const MOVING_FOR = 60_000;

export interface Shown {
  /** A change of these is seen at once. */
  on: readonly Topic[];
  /** What changes of these are numbers that move all the time: a page may show them a minute long. */
  moving?: readonly Topic[];
  /** Those of `on` which only parts of it show that can be drawn anew alone. */
  parts?: readonly Topic[];
  /** It says what is so today: figures of the day, a week that ends with it. Every answer is of its year. */
  daily?: boolean;
}

/** What an answer shows that says nothing else. */
export const SHOWS_ALL: Shown = { on: ['directory', 'likes', 'visits', 'comments'], daily: true };

/**
 * What an edit of one company changes.
 * @param states what it was before and is after it, unless its texts alone are changed
 */
export const companyTopics = (
  id: string,
  states: readonly { kinds: readonly string[]; country: string | null }[] = [],
): Topic[] => [
  `company:${id}`,
  'directory',
  ...states.flatMap(({ kinds, country }) => [
    ...kinds.map((kind) => havingTopic('kind', kind)),
    ...(country ? [havingTopic('country', country)] : []),
  ]),
];

export const havingTopic = (facet: string, value: string): Topic => `having:${facet} ${value}`;

/** What a comment on a company changes. */
export const commentTopics = (companyId: string): Topic[] => [`comments:${companyId}`, 'comments'];
