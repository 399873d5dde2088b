import { drawMark, MARK_SIDE, type MarkedCompany } from './mark.ts';
import { LIGHT } from './tokens.ts';

/** A mark as a picture of its own, in the hue of its category in the light: for feeds, Open Graph images and whoever links to it. */
export function markSvg(company: MarkedCompany, { strong, soft }: { strong: string; soft: string }): string {
  const colours = { strong, soft, ink: LIGHT.ink, sun: LIGHT.sun };
  const middle = MARK_SIDE / 2;
  const parts = drawMark(company).map(
    ({ tone, d, opacity, turn }) =>
      `<path fill="${colours[tone]}"${opacity ? ` fill-opacity="${opacity}"` : ''}${turn ? ` transform="rotate(${turn} ${middle} ${middle})"` : ''} d="${d}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIDE} ${MARK_SIDE}" fill-rule="evenodd">${parts.join('')}</svg>`;
}
