/**
 * One spelling for each path, the one that routes are looked for by (RFC 3986, 6.2.2): a path that is
 * a call's to the router must be one to whoever asks what it begins with, the cache above all.
 */
export function normalizeAddress(url: string): string {
  if (url.startsWith('/') && !/[%#]|\/\./.test(url)) return url;
  const [path = '', ...query] = url.replace(/^https?:\/\/[^/?#]*|#.*$/gi, '').split('?');
  const plain = path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
  return [withoutDots(plain) || '/', ...query].join('?');
}

/** A path without the steps `.` and `..` (RFC 3986, 5.2.4). */
function withoutDots(path: string): string {
  if (!path.includes('/.')) return path;
  const steps: string[] = [];
  for (const step of path.slice(1).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

/** Replaces path segments that are invalid UTF-8, as truncated ones, by a segment that matches no route. */
export function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (!path.includes('%')) return url;
  const steps = path.split('/').map((step) => {
    try {
      decodeURIComponent(step);
      return step;
    } catch {
      return encodeURIComponent('\uFFFD');
    }
  });
  return [steps.join('/'), ...query].join('?');
}
