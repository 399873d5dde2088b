/** Sections of the home page below its heading, in the shipped order. */
export const HOME_SECTIONS = [
  'story',
  'picture',
  'facts',
  'recent',
  'changes',
  'collections',
  'month',
  'charts',
  'categories',
  'today',
] as const;
export type HomeSection = (typeof HOME_SECTIONS)[number];

/** Sections placed beside the heading if they come first on the page. */
const BESIDE_HEADING: readonly HomeSection[] = ['story', 'picture'];

/** Splits the sections, in order, into sections beside the heading and sections below. */
export function placeSections(sections: readonly HomeSection[]): {
  beside: readonly HomeSection[];
  below: readonly HomeSection[];
} {
  const first = sections.findIndex((section) => !BESIDE_HEADING.includes(section));
  const end = first < 0 ? sections.length : first;
  return { beside: sections.slice(0, end), below: sections.slice(end) };
}
