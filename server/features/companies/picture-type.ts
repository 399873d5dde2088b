const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/**
 * MIME type of a picture that browsers can show, by magic bytes instead of the Content-Type header; undefined
 * for other files.
 */
export function pictureType(bytes: Buffer): string | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  if (startsWith(bytes, 'ftypavif', 4)) return 'image/avif';
  if (startsWith(bytes, '\0\0\x01\0')) return 'image/x-icon';
  return isSvg(bytes.toString('utf8')) ? 'image/svg+xml' : undefined;
}

/** Whether the first element of a text is that of an SVG. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\uFEFF/, '').trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : /^<[?!]/.test(rest) ? '>' : undefined;
    if (end === undefined) return /^<svg[\s>]/.test(rest);
    const at = rest.indexOf(end);
    if (at < 0) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
}
