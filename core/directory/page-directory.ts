import { type OwnField, setOwnFields } from '../companies/own-fields.ts';
import { type ScoreRules, setScoreRules } from '../companies/score.ts';
import type { Faces } from '../design/looks.ts';
import type { Language } from '../languages.ts';
import type { HomeSection } from './home.ts';
import type { Overrides } from './merge-texts.ts';
import { type DirectoryOutline, setOutline } from './outline.ts';

/** A link that the owner added to the header or the footer. */
export interface SiteLink {
  to: string;
  name: string;
}

/** The configuration in force, as the server hands it to the pages. */
export interface PageDirectory extends DirectoryOutline {
  /** Whether the directory is offered in the shipped languages, as the built pages expect. */
  hasShippedLanguages: boolean;
  /** Grows with each change in this process. */
  version: number;
  score: ScoreRules;
  /** Own fields that readers see; undefined where the directory has none at all, not even of the console. */
  fields: readonly OwnField[] | undefined;
  /** Path of the stylesheet of the categories' hues and the looks; null where they are shipped, as the build has them. */
  theme: string | null;
  /** Path of the owner's own stylesheet. */
  ownCss: string | undefined;
  faces: Faces;
  /** Sections of the home page. */
  homeSections: readonly HomeSection[];
  /** Where the first button of the home page leads; undefined: to all companies. */
  homeActionIn(language: Language): SiteLink | undefined;
  nameIn(language: Language): string;
  linksIn(language: Language): { header: SiteLink[]; footer: SiteLink[] };
  /** Path of the file of the pages' texts; null where they are the shipped ones, which the build has. */
  textsIn(language: Language): string | null;
  overridesIn(language: Language): Overrides;
}

/** Sets the configuration in the built pages, which have a copy of core/ of their own. */
export function setPageDirectory(directory: PageDirectory): void {
  setOutline(directory);
  setScoreRules(directory.score);
  setOwnFields(directory.fields ?? []);
}
