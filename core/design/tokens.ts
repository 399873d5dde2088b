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

type Scheme = 'light' | 'dark';

/** A category as the stylesheet needs it. */
export interface Coloured {
  id: string;
  hue: Readonly<Record<Scheme, { strong: string; soft: string }>>;
}

function variables(scheme: Scheme): string[] {
  const palette = Object.entries(scheme === 'light' ? LIGHT : DARK).map(
    ([name, value]) => `--${name}: ${value};`,
  );
  return [`color-scheme: ${scheme};`, ...palette];
}

const hueVariables = (scheme: Scheme, categories: readonly Coloured[]): string[] =>
  categories.flatMap(({ id, hue }) => [
    `--category-${id}: ${hue[scheme].strong};`,
    `--category-${id}-soft: ${hue[scheme].soft};`,
  ]);

export function rule(selector: string, lines: readonly string[], indent = ''): string {
  return `${indent}${selector} {\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`;
}

/** The variables of both colour schemes: dark where the reader's system or the reader asks for it; paper is light. */
export function schemes(light: readonly string[], dark: readonly string[]): string[] {
  return [
    rule(':root', light),
    `@media screen and (prefers-color-scheme: dark) {\n${rule(':root:not([data-theme="light"])', dark, '  ')}\n}`,
    `@media screen {\n${rule(':root[data-theme="dark"]', dark, '  ')}\n}`,
  ];
}

/** The palette and the hues of the shipped categories as a stylesheet. */
export function tokensCss(shipped: readonly Coloured[]): string {
  return [
    '/* Written by `npm run tokens` from core/design/tokens.ts and content/directory.json. */',
    ...schemes(
      [...variables('light'), '--category: var(--accent);', '--category-soft: var(--tint);'],
      variables('dark'),
    ),
    categoriesCss(shipped),
  ].join('\n\n');
}

/** The hues of categories, and that of what stands under `data-category` as `--category` and `--category-soft`. */
export function categoriesCss(categories: readonly Coloured[]): string {
  return `${[
    ...schemes(hueVariables('light', categories), hueVariables('dark', categories)),
    ...categories.map(({ id }) =>
      rule(`[data-category="${id}"]`, [
        `--category: var(--category-${id});`,
        `--category-soft: var(--category-${id}-soft);`,
      ]),
    ),
  ].join('\n\n')}\n`;
}
