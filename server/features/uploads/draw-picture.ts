import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { problem, refusedBody } from '../../../core/problem.ts';
import { type Refusal, refusal } from '../../../core/refusal.ts';
import { SECOND } from '../../../core/time.ts';
import { UPLOAD_SIDE_MAX, UPLOAD_USES, type UploadUse } from '../../../core/uploads/rules.ts';
import { pictureType } from '../companies/index.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';
import { hasStyleSheet, svgOfSize } from './svg.ts';

/** Drawings at the same time, and those that wait; each is bounded by a time in milliseconds. */
const DRAWN_AT_ONCE = 2;
const DRAWINGS_WAITING_MAX = 20;
const DRAWING_TIMEOUT_MS = 10 * SECOND;

const DRAWN_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
const DRAW_PROCESS = fileURLToPath(new URL('./draw-process.ts', import.meta.url));

/** A picture as it is stored. */
export interface DrawnPicture extends PictureSize {
  png: Buffer;
}

const refusePicture = (refused: Refusal) => refusedBody('validation_failed', refused);

/** A picture's bytes as they go to the drawing, and the pixels to draw. @throws validation_failed */
function prepare(bytes: Buffer, box: (typeof UPLOAD_USES)[UploadUse]): { bytes: Buffer; size: PictureSize } {
  const type = pictureType(bytes);
  if (type === undefined || !DRAWN_TYPES.includes(type)) throw refusePicture(refusal('picture_type'));
  if (type === 'image/svg+xml') {
    const text = bytes.toString('utf8');
    if (hasStyleSheet(text)) throw refusePicture(refusal('picture_style_sheet'));
    const sized = svgOfSize(text, box);
    if (!sized) throw refusePicture(refusal('picture_damaged'));
    return { bytes: Buffer.from(sized.svg), size: sized.size };
  }
  const { width, height } = pictureSize(bytes, type) ?? {};
  if (width === undefined || height === undefined) throw refusePicture(refusal('picture_damaged'));
  if (Math.max(width, height) > UPLOAD_SIDE_MAX)
    throw refusePicture(refusal('picture_too_wide', { max: UPLOAD_SIDE_MAX }));
  const scale = Math.min(box.enlarged ? Number.POSITIVE_INFINITY : 1, box.width / width, box.height / height);
  return {
    bytes,
    size: { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) },
  };
}

const limit = pLimit(DRAWN_AT_ONCE);

/**
 * Draws an uploaded picture anew as PNG, in the size of its use: nothing else of the file is left.
 * @throws validation_failed for a file of another or damaged format; unavailable while the queue is full
 */
export async function redrawPicture(given: Buffer, use: UploadUse): Promise<DrawnPicture> {
  const box = UPLOAD_USES[use];
  const { bytes, size } = prepare(given, box);
  if (limit.pendingCount >= DRAWINGS_WAITING_MAX)
    throw problem('unavailable', 'Too many pictures are being drawn.', { retryAfter: 5 });
  const side = Math.max(size.width, size.height);
  const canvas = box.square ? { width: side, height: side } : size;
  const png = await limit(() => runDrawing(bytes, canvas, size));
  return { png, ...canvas };
}

function runDrawing(bytes: Buffer, canvas: PictureSize, size: PictureSize): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = execFile(
    process.execPath,
    [DRAW_PROCESS, ...[canvas.width, canvas.height, size.width, size.height].map(String)],
    {
      encoding: 'buffer',
      env: {},
      timeout: DRAWING_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 8 * 1024 ** 2,
    },
    (error, png) => {
      if (error || png.length === 0) reject(refusePicture(refusal('picture_not_drawn')));
      else resolve(png);
    },
  );
  // A process that ended early reads no further: its exit code says why.
  child.stdin?.on('error', () => {});
  child.stdin?.end(bytes);
  return promise;
}
