import { COMPANY_CATEGORIES, type CompanyCategory } from '../categories.ts';

/**
 * Every colour of the directory, once. Pages get them as CSS variables (`npm run tokens` writes
 * web/tokens.css from here); Open Graph images, mails, icons and the manifest import them. What is not
 * here is not a colour of the site. docs/design.md says what each is for.
 */

interface ColourPalette {
  /** The ground of a page, and of what is raised above it: dialogs, cards, fields. */
  paper: string;
  raised: string;
  /** Text, and text that says less. */
  ink: string;
  soft: string;
  /** Rules and the edges of fields. */
  line: string;
  /** What can be pressed and what has the focus: ink, because the hues belong to the categories. */
  accent: string;
  'on-accent': string;
  /** A row under the pointer, a bar's trough. */
  tint: string;
  /** The one small point beside the large one. Never text. */
  sun: string;
  success: string;
  warning: string;
  danger: string;
}

export const LIGHT: ColourPalette = {
  paper: '#faf9f6',
  raised: '#ffffff',
  ink: '#1a1b19',
  soft: '#5b5f59',
  line: '#dedbd2',
  accent: '#1a1b19',
  'on-accent': '#faf9f6',
  tint: '#efede6',
  sun: '#f2a93b',
  success: '#00735c',
  warning: '#8f5c00',
  danger: '#a3291c',
};

export const DARK: ColourPalette = {
  paper: '#141614',
  raised: '#1c1f1c',
  ink: '#eeece6',
  soft: '#a9aea6',
  line: '#323632',
  accent: '#eeece6',
  'on-accent': '#141614',
  tint: '#232723',
  sun: '#f2b35e',
  success: '#8fe8b8',
  warning: '#e8bf6a',
  danger: '#ff9d8f',
};

interface Hue {
  /** For text and marks: at least 4.5 to 1 on paper, on what is raised and on its own tint. */
  strong: string;
  /** For surfaces: text on it is ink or the strong one. */
  soft: string;
}

/**
 * A hue a category, told apart by those who see no red, no green or no blue too: the five differ in
 * lightness as much as in hue. Beside a hue always stands a name, a figure or the category's shape.
 */
export const CATEGORY_HUES: Readonly<Record<CompanyCategory, { light: Hue; dark: Hue }>> = {
  'no-seed': {
    light: { strong: '#00735c', soft: '#d6f1e6' },
    dark: { strong: '#8fe8b8', soft: '#12301f' },
  },
  'small-teams': {
    light: { strong: '#1b33b8', soft: '#e0e8ff' },
    dark: { strong: '#7b93ff', soft: '#202742' },
  },
  'indie-hackers': {
    light: { strong: '#8f1010', soft: '#ffe3dd' },
    dark: { strong: '#ff6b45', soft: '#3e1f17' },
  },
  'one-person-developer': {
    light: { strong: '#7a1a86', soft: '#f6e3f9' },
    dark: { strong: '#f08fd0', soft: '#391f30' },
  },
  'uncharted-items': {
    light: { strong: '#8f5c00', soft: '#fae8cf' },
    dark: { strong: '#f2cf3a', soft: '#312807' },
  },
};

type Scheme = 'light' | 'dark';

function variables(scheme: Scheme): string[] {
  const palette = Object.entries(scheme === 'light' ? LIGHT : DARK).map(
    ([name, value]) => `--${name}: ${value};`,
  );
  const hues = COMPANY_CATEGORIES.flatMap((id) => [
    `--category-${id}: ${CATEGORY_HUES[id][scheme].strong};`,
    `--category-${id}-soft: ${CATEGORY_HUES[id][scheme].soft};`,
  ]);
  return [`color-scheme: ${scheme};`, ...palette, ...hues];
}

function rule(selector: string, lines: readonly string[], indent = ''): string {
  return `${indent}${selector} {\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`;
}

/**
 * The tokens as a stylesheet: light, dark where the reader's system or the reader asks for it (on a
 * screen: paper is light), and the hue of what stands under `data-category` as `--category` and `--category-soft`.
 */
export function tokensCss(): string {
  return `${[
    '/* Written by `npm run tokens` from core/design/tokens.ts. */',
    rule(':root', [...variables('light'), '--category: var(--accent);', '--category-soft: var(--tint);']),
    `@media screen and (prefers-color-scheme: dark) {\n${rule(':root:not([data-theme="light"])', variables('dark'), '  ')}\n}`,
    `@media screen {\n${rule(':root[data-theme="dark"]', variables('dark'), '  ')}\n}`,
    ...COMPANY_CATEGORIES.map((id) =>
      rule(`[data-category="${id}"]`, [
        `--category: var(--category-${id});`,
        `--category-soft: var(--category-${id}-soft);`,
      ]),
    ),
  ].join('\n\n')}\n`;
}
