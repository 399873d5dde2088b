/** Dimensions of a picture in pixels, read from the file header before decoding. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Markers of JPEG that a frame begins with: all but those of tables and arithmetic coding. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.lastIndexOf('\xff\xd9', undefined, 'latin1') < 0) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // A fill byte stands before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function pngSize(bytes: Buffer): PictureSize | undefined {
  const isWhole = bytes.indexOf('IEND', 8, 'latin1') > 0;
  if (!isWhole || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

const READERS: Readonly<Record<string, (bytes: Buffer) => PictureSize | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** The pixels of a PNG, JPEG or WebP by its header; undefined where it is damaged or cut off. */
export function pictureSize(bytes: Buffer, type: string): PictureSize | undefined {
  const size = READERS[type]?.(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}
