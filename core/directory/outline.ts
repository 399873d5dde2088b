import { type CategoryOutline, setCategories } from '../categories.ts';
import { type Kind, setKinds } from '../kinds.ts';
import { type Language, setLanguages } from '../languages.ts';
import type { DirectoryConfig } from './config.ts';

/** What the rules, schemas and pages of a process have to know of the configuration, as plain data. */
export interface DirectoryOutline {
  categories: readonly CategoryOutline[];
  defaultCategory: string;
  /** Categories that were merged: old id to new id. */
  moved: Readonly<Record<string, string>>;
  kinds: readonly Kind[];
  /** The offered languages in the order of menus, and the default one. */
  languages: readonly Language[];
  usualLanguage: Language;
  /** Kinds that were merged: old id to new id. */
  movedKinds: Readonly<Record<string, Kind>>;
}

export const outlineOf = ({ categories, kinds, languages }: DirectoryConfig): DirectoryOutline => ({
  categories: categories.list.map(({ id, shape, inNavigation, isListed, bounds }) => ({
    id,
    shape,
    inNavigation,
    isListed,
    ...(Object.values(bounds).some(Boolean) ? { bounds } : {}),
  })),
  defaultCategory: categories.default,
  moved: categories.moved,
  kinds: kinds.list.map(({ id }) => id),
  movedKinds: kinds.moved,
  languages: languages.offered,
  usualLanguage: languages.default,
});

/** Puts an outline in force in the modules of this thread. */
export function setOutline(outline: DirectoryOutline): void {
  const { categories, defaultCategory, moved, kinds, movedKinds } = outline;
  setCategories(categories, defaultCategory, moved);
  setKinds(kinds, movedKinds);
  setLanguages(outline.languages, outline.usualLanguage);
}
