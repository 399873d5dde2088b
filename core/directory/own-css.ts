import { UPLOADED } from '../uploads/rules.ts';

/** Characters of a stylesheet of the owner's own. */
export const OWN_CSS_MAX = 20_000;

/** Forbidden CSS: it loads a resource, runs script, or closes the `<style>` element. */
const FORBIDDEN =
  /@(?:import|charset|namespace)\b|<\/|<!--|\b(?:image-set|image|cross-fade|src|expression)\(|-moz-binding|\bbehavior\s*:/i;

const isOwnTarget = (target: string) =>
  /^data:(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|font\/woff2?)[;,]/i.test(target) ||
  new RegExp(`^${UPLOADED}[0-9a-f]{40}\\.png$`).test(target);

/** A stylesheet without comments, and with the characters that its escapes stand for. */
const plainCss = (css: string): string =>
  css
    .replace(/\/\*.*?(?:\*\/|$)/gs, ' ')
    .replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, code: string | undefined, one: string) => {
      const point = code === undefined ? undefined : Number.parseInt(code, 16);
      return point === undefined ? one : point <= 0x10ffff ? String.fromCodePoint(point) : ' ';
    });

/** Whether a stylesheet loads nothing but data and uploaded pictures. The content security policy says the same. */
export function loadsOnlyOwn(css: string): boolean {
  const plain = plainCss(css);
  if (FORBIDDEN.test(plain)) return false;
  return [...plain.matchAll(/\burl\(/gi)].every(({ index }) => {
    const target = /^\s*(["']?)(.*?)\1\s*\)/s.exec(plain.slice(index + 'url('.length))?.[2];
    return target !== undefined && isOwnTarget(target);
  });
}

/** Whether each bracket, text and comment of a stylesheet is closed: an open one would swallow the rules after it. */
export function isClosed(css: string): boolean {
  const open: string[] = [];
  const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
  const tokens = css.matchAll(/\/\*.*?(\*\/|$)|(["'])(?:\\.|(?!\2)[^\\\n])*(\2|$|\n)|\\.|[{}()[\]]/gs);
  for (const [token, comment, quote, end] of tokens) {
    if (comment !== undefined ? comment === '' : quote !== undefined && end !== quote) return false;
    if (token.length > 1) continue;
    if (closing[token]) open.push(closing[token]);
    else if (open.pop() !== token) return false;
  }
  return open.length === 0;
}
