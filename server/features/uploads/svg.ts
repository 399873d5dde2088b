import type { PictureSize } from './picture-size.ts';

/** The value of an attribute of a tag. */
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined);

/** Style sheets are not read by the drawing: what they colour would be black. */
export const hasStyleSheet = (svg: string): boolean => /<style[\s>]|<\?xml-stylesheet/i.test(svg);

/**
 * An SVG with a size in pixels of its own in the place of what it says, so that nothing large is ever drawn.
 * @param box the largest width and height
 * @returns undefined where the SVG has neither a view box nor a size
 */
export function svgOfSize(svg: string, box: PictureSize): { svg: string; size: PictureSize } | undefined {
  const start = svg.search(/<svg[\s>]/);
  const tag = svg.slice(start, svg.indexOf('>', start) + 1);
  const [width = 0, height = 0] =
    attribute(tag, 'viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .slice(2)
      .map(Number) ?? ['width', 'height'].map((name) => Number.parseFloat(attribute(tag, name) ?? ''));
  const scale = Math.min(box.width / width, box.height / height);
  if (!(width > 0 && height > 0 && scale > 0)) return undefined;
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const attributes = tag.slice('<svg'.length).replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const viewBox = attribute(tag, 'viewBox') === undefined ? ` viewBox="0 0 ${width} ${height}"` : '';
  return {
    svg: `${svg.slice(0, start)}<svg width="${size.width}" height="${size.height}"${viewBox}${attributes}${svg.slice(start + tag.length)}`,
    size,
  };
}
