import { type CategoryOutline, setCategories } from '../categories.ts';
import { type ScoreRules, setScoreRules } from '../companies/score.ts';
import type { Language } from '../languages.ts';
import type { Overrides } from './merge-texts.ts';

/** A link that the owner added to the header or the footer. */
export interface SiteLink {
  to: string;
  name: string;
}

/** The configuration in force, as the server hands it to the pages. */
export interface PageDirectory {
  /** Grows with each change in this process. */
  version: number;
  categories: readonly CategoryOutline[];
  defaultCategory: string;
  /** Categories that were merged: old id to new id. */
  moved: Readonly<Record<string, string>>;
  score: ScoreRules;
  /** Path of the stylesheet of the categories' hues; null where they are the shipped ones, which the build has. */
  theme: string | null;
  nameIn(language: Language): string;
  linksIn(language: Language): { header: SiteLink[]; footer: SiteLink[] };
  /** Path of the file of the pages' texts; null where they are the shipped ones, which the build has. */
  textsIn(language: Language): string | null;
  overridesIn(language: Language): Overrides;
}

/** Sets the configuration in the built pages, which have a copy of core/ of their own. */
export function setPageDirectory({ categories, defaultCategory, moved, score }: PageDirectory): void {
  setCategories(categories, defaultCategory, moved);
  setScoreRules(score);
}
