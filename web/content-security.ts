import { hash } from 'node:crypto';

/** An inline script as a policy names it. */
export const hashOf = (script: string): string => `'sha256-${hash('sha256', script, 'base64')}'`;

/**
 * Takes out the nonce with which a page was rendered, so that it can be kept and sent to everybody: what its
 * policy allows are the hashes of the inline scripts that had it. A script that got into the page some other
 * way does not know the nonce and is not hashed.
 * @param retag changes a tag that had the nonce, without its `>`
 * @returns the page, and the hashes
 */
export function hashInlineScripts(
  html: string,
  nonce: string,
  retag: (tag: string) => string = (tag) => tag,
): { html: string; hashes: Set<string> } {
  const hashes = new Set<string>();
  // Each mark is an attribute of the tag that is open where a part ends.
  const [first = '', ...parts] = html.split(` nonce="${nonce}"`);
  let page = '';
  let before = first;
  for (const rest of parts) {
    const opens = before.lastIndexOf('<');
    const opened = rest.indexOf('>');
    const tag = retag(before.slice(opens) + rest.slice(0, opened));
    page += before.slice(0, opens) + tag;
    before = rest.slice(opened);
    if (tag.startsWith('<script') && !/\ssrc=/.test(tag))
      hashes.add(hashOf(rest.slice(opened + 1, rest.indexOf('</script>'))));
  }
  return { html: page + before, hashes };
}

/** Content security policy of a page, with the hashes of its inline scripts. */
export const policyOf = (hashes: Iterable<string>): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
