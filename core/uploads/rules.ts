import { MEBIBYTE } from '../bytes.ts';

/** Bytes of a picture that is uploaded. */
export const UPLOAD_BYTES_MAX = 2 * MEBIBYTE;
/** Pixels of a side of a picture that is decoded: 4,096 by 4,096 take 64 MiB. */
export const UPLOAD_SIDE_MAX = 4096;

/** What pictures are uploaded for, and the pixels that each is drawn to. `square`: in the middle of a square;
 * `enlarged`: a small one too, because the manifest of an installed page asks for its size. */
export const UPLOAD_USES = {
  /** A company's logo: shown at 44 pixels, on fine screens at three times as many. */
  company: { width: 256, height: 256, square: true, enlarged: false },
  /** The directory's logo in the header and in mails. */
  logo: { width: 640, height: 160, square: false, enlarged: false },
  /** The directory's icon: the largest is that of an installed page. */
  icon: { width: 512, height: 512, square: true, enlarged: true },
} as const;
export type UploadUse = keyof typeof UPLOAD_USES;
export const UPLOAD_USE_NAMES = Object.keys(UPLOAD_USES) as [UploadUse, ...UploadUse[]];

/** Where uploaded pictures are served, each by the hash of its bytes. */
export const UPLOADED = '/uploads/';

/** The id of an uploaded picture by its address. */
export const pictureId = (address: string): string => address.slice(UPLOADED.length, -'.png'.length);

/** The address of an uploaded picture. */
export const pictureUrl = (id: string): string => `${UPLOADED}${id}.png`;

/** The addresses of uploaded pictures in a text. */
export const uploadsIn = (text: string): string[] =>
  [...text.matchAll(/\/uploads\/[0-9a-f]{40}\.png/g)].map(([address]) => address);

/** Whether a text is the address of an uploaded picture. */
export const isUploadAddress = (address: string): boolean =>
  address.startsWith(UPLOADED) && /^[0-9a-f]{40}\.png$/.test(address.slice(UPLOADED.length));
