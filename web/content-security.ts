import { hash } from 'node:crypto';

/**
 * Allows exactly the inline scripts that were rendered with the nonce, by their hashes, and takes
 * the nonce out: the page can then be kept and sent to everybody. A script that got into the page
 * some other way does not know the nonce and is not hashed.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; policy: string } {
  const hashes = new Set<string>();
  // Each mark is an attribute of the tag that is open where a part ends.
  const parts = html.split(` nonce="${nonce}"`);
  for (const [i, rest] of parts.entries()) {
    const before = parts[i - 1];
    if (before === undefined) continue;
    const opened = rest.indexOf('>');
    const tag = before.slice(before.lastIndexOf('<')) + rest.slice(0, opened);
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) continue;
    const body = rest.slice(opened + 1, rest.indexOf('</script>'));
    hashes.add(`'sha256-${hash('sha256', body, 'base64')}'`);
  }
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "font-src 'self'",
    // A company's logo may be anywhere.
    "img-src 'self' data: https: http:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html: parts.join(''), policy };
}
