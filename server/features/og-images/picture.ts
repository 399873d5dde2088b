import { createHash } from 'node:crypto';
import type { Language } from '../../../core/languages.ts';

/** Raised when the drawing changes, so that pictures drawn before are not shown again. */
const DRAWING = 5;

/** All data of a drawing: equal data give the same picture. */
export type Picture = CompanyPicture | PagePicture;

/** What the owner chose in the place of the shipped looks. */
export interface OwnLooks {
  /** The icon as PNG in base64. */
  icon?: string;
  /** The ground of a page of all categories. */
  accent?: string;
}

export interface CompanyPicture extends OwnLooks {
  kind: 'company';
  language: Language;
  site: string;
  category: string;
  /** Of its category, as `#rrggbb`. */
  hue: string;
  name: string;
  description: string;
  /**
   * Company logo stored on this site, as SVG or as PNG in base64; without one, the generated mark, which
   * fills its tile.
   */
  mark: { picture: string; fills: boolean };
  figures: readonly { label: string; value: string }[];
}

export interface PagePicture extends OwnLooks {
  kind: 'page';
  language: Language;
  site: string;
  title: string;
  text: string;
  note: string;
  /** Its ground, the hue of a category; null where it is of all. */
  hue: string | null;
}

/** Name of a picture: a hash of its data. */
export function pictureKey(picture: Picture): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, picture]))
    .digest('hex')
    .slice(0, 40);
}
