/** Encodings that a file is looked at for, beside UTF-8 and UTF-16. */
const LEGACY = ['shift_jis', 'euc-kr', 'gb18030'] as const;
type Legacy = (typeof LEGACY)[number];
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', ...LEGACY] as const;
export type TextEncodingName = (typeof TEXT_ENCODINGS)[number];

/** Part of a file's characters that has to be usual ones of an encoding. */
const LEAST: Readonly<Record<Legacy, number>> = { shift_jis: 0.7, 'euc-kr': 0.85, gb18030: 0.5 };

const isByteIn = (byte: number, first: number, last: number) => byte >= first && byte <= last;

/** Whether two bytes are a usual character: a syllable of KS X 1001, Kana or first-level Kanji of JIS X 0208, first-level Hanzi of GB 2312. */
const IS_USUAL: Readonly<Record<Legacy, (lead: number, trail: number) => boolean>> = {
  shift_jis: (lead, trail) =>
    (lead === 0x82 && trail >= 0x4f) || lead === 0x83 || lead === 0x81 || isByteIn(lead, 0x88, 0x97),
  'euc-kr': (lead, trail) => isByteIn(lead, 0xb0, 0xc8) && trail >= 0xa1,
  gb18030: (lead, trail) => (isByteIn(lead, 0xb0, 0xd7) || isByteIn(lead, 0xa1, 0xa3)) && trail >= 0xa1,
};

/** Whether a byte is a character of its own: below 128, and half-width Kana in Shift_JIS. */
const isSingle = (encoding: Legacy, byte: number) =>
  byte < 0x80 || (encoding === 'shift_jis' && isByteIn(byte, 0xa1, 0xdf));

interface ByteReading {
  decoder: TextDecoder;
  usual: number;
  all: number;
  lead: number | undefined;
  isBroken: boolean;
}

/** Reads on in one encoding. */
function readOn(encoding: Legacy, reading: ByteReading, chunk: Uint8Array): void {
  for (const byte of chunk) {
    if (reading.lead !== undefined) {
      reading.all++;
      if (IS_USUAL[encoding](reading.lead, byte)) reading.usual++;
      reading.lead = undefined;
    } else if (!isSingle(encoding, byte)) reading.lead = byte;
    else if (byte >= 0x80) reading.all++;
  }
}

function decodes(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    if (chunk) decoder.decode(chunk, { stream: true });
    else decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * Detects the encoding of a text without byte order mark: UTF-8 if valid, else the legacy encoding whose usual
 * characters it has; undefined if there is none.
 */
export function detectEncoding(chunks: Iterable<Uint8Array>): TextEncodingName | undefined {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const readings = LEGACY.map((encoding) => ({
    encoding,
    reading: {
      ...{ decoder: new TextDecoder(encoding, { fatal: true }), usual: 0, all: 0 },
      ...{ lead: undefined, isBroken: false },
    } as ByteReading,
  }));
  for (const chunk of chunks) {
    isUtf8 &&= decodes(utf8, chunk);
    for (const { encoding, reading } of readings) {
      if (reading.isBroken) continue;
      readOn(encoding, reading, chunk);
      reading.isBroken = !decodes(reading.decoder, chunk);
    }
  }
  if (isUtf8 && decodes(utf8)) return 'utf-8';
  return readings.find(
    ({ encoding, reading: { decoder, isBroken, usual, all } }) =>
      !isBroken && decodes(decoder) && all > 0 && usual / all >= LEAST[encoding],
  )?.encoding;
}
