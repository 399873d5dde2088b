import { z } from 'zod';

/** Topics that a source can support. */
export const SOURCE_TOPICS = [
  'founder',
  'founded',
  'employees',
  'revenue',
  'acquisition',
  'funding',
  'origin',
  'products',
  'customers',
  'growth',
  'culture',
  'ownership',
  'timeline',
] as const;

export const sourceSchema = z.object({
  url: z.string(),
  supports: z.array(z.enum(SOURCE_TOPICS)),
  title: z.string().optional(),
  publisher: z.string().optional(),
  /** As much of it as the source says: a year, a month or a day. */
  date: z.string().optional(),
});
export type Source = z.output<typeof sourceSchema>;

/** Merges entries of the same address: the union of `supports`, title and publisher of the first. */
export function mergedSources(sources: readonly Source[]): Source[] {
  const merged = new Map<string, Source>();
  for (const { url, supports, ...about } of sources) {
    const there = merged.get(url);
    const said = Object.fromEntries(Object.entries(about).filter(([, words]) => words));
    merged.set(url, {
      url,
      supports: [...new Set([...(there?.supports ?? []), ...supports])],
      ...said,
      ...aboutOf(there),
    });
  }
  return [...merged.values()];
}

const aboutOf = ({ url: _, supports: __, ...about }: Partial<Source> = {}) => about;
