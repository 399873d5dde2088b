import { rule, schemes } from './tokens.ts';

/** A picture as an upload answered. */
export interface LookPicture {
  url: string;
  width: number;
  height: number;
}

/** What an owner chooses of the looks; what is null or the first of its kind is as shipped. */
export interface Looks {
  logo: { light: LookPicture | null; dark: LookPicture | null };
  icon: LookPicture | null;
  /** In the place of ink: what is pressed, chosen or has the focus. */
  accent: { light: string; dark: string } | null;
  corners: Corners;
  faces: Faces;
  /** A stylesheet of the owner's own, for the public pages. */
  css: string;
}

/** Corners of fields and buttons, of cards, of panels and of dialogs, in rem; those of `soft` are Tailwind's. */
const CORNERS = {
  soft: [0.375, 0.5, 0.75, 1],
  square: [0, 0, 0, 0],
  round: [0.75, 1, 1.25, 1.75],
} as const;
export type Corners = keyof typeof CORNERS;
export const CORNER_NAMES = Object.keys(CORNERS) as [Corners, ...Corners[]];
const CORNER_STEPS = ['md', 'lg', 'xl', '2xl'] as const;

const TEXT_STACK = '"Tiny", "Tiny stand-in", "Segoe UI", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const SYSTEM_STACK = 'system-ui, "Segoe UI", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const SERIF_STACK = 'ui-serif, Georgia, "Noto Serif", "Liberation Serif", serif';
/** In one stack for three scripts: a system picks the glyphs by the language of the text. */
const EAST_SERIF =
  '"Apple Myungjo", Batang, "Hiragino Mincho ProN", "Yu Mincho", "Songti SC", SimSun, "Noto Serif CJK KR", "Noto Serif CJK JP", "Noto Serif CJK SC", serif';

interface FaceStacks {
  text: string;
  display: string;
  /** Of headings in Korean, Japanese and Chinese; their text is always in the sans face of the system. */
  eastDisplay: string;
  /** Files that pages load ahead: the display face, the text face. */
  loads: readonly ('display' | 'text')[];
}
/** Faces of text and headings that fit together; null as the build has them. */
const FACES = {
  shipped: null,
  plain: { text: TEXT_STACK, display: TEXT_STACK, eastDisplay: 'var(--east)', loads: ['text'] },
  book: { text: TEXT_STACK, display: SERIF_STACK, eastDisplay: EAST_SERIF, loads: ['text'] },
  system: { text: SYSTEM_STACK, display: SYSTEM_STACK, eastDisplay: 'var(--east)', loads: [] },
} as const satisfies Record<string, FaceStacks | null>;
export type Faces = keyof typeof FACES;
export const FACE_NAMES = Object.keys(FACES) as [Faces, ...Faces[]];

/** Files of faces that pages load ahead. */
export const facesLoaded = (faces: Faces): readonly ('display' | 'text')[] =>
  FACES[faces]?.loads ?? ['display', 'text'];

const EAST = ':root:is(:lang(ko), :lang(ja), :lang(zh))';

/** The looks as a stylesheet that follows the shipped one, without the owner's own; empty where all is as shipped. */
export function looksCss({ logo, accent, corners, faces }: Omit<Looks, 'css' | 'icon'>): string {
  const parts: string[] = [];
  if (accent) parts.push(...schemes([`--accent: ${accent.light};`], [`--accent: ${accent.dark};`]));
  if (corners !== 'soft')
    parts.push(
      rule(
        ':root',
        CORNER_STEPS.map((step, i) => `--radius-${step}: ${CORNERS[corners][i]}rem;`),
      ),
    );
  const stacks = FACES[faces];
  if (stacks)
    parts.push(
      rule(':root', [`--stack: ${stacks.text};`, `--display-stack: ${stacks.display};`]),
      rule(EAST, ['--stack: var(--east);', `--display-stack: ${stacks.eastDisplay};`]),
    );
  if (logo.light) parts.push(...logoCss(logo.light, logo.dark ?? logo.light));
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : '';
}

/** The logo in the place of the icon and the name in the header; the name is still read out. */
const logoCss = (light: LookPicture, dark: LookPicture): string[] => [
  ...schemes(
    [`--site-logo: url("${light.url}");`, `--site-logo-shape: ${light.width} / ${light.height};`],
    [`--site-logo: url("${dark.url}");`, `--site-logo-shape: ${dark.width} / ${dark.height};`],
  ),
  rule('.site-icon', [
    'display: block;',
    'width: auto;',
    // As wide as the icon and the shipped name, so that the navigation keeps its line; less on a phone.
    'max-width: 8rem;',
    'min-width: 0;',
    'height: 2.25rem;',
    'flex: 0 1 auto;',
    'aspect-ratio: var(--site-logo-shape);',
    'background: var(--site-logo) left center / contain no-repeat;',
  ]),
  rule('.site-icon + span', ['position: absolute;', 'width: 1px;', 'clip-path: inset(50%);']),
];
