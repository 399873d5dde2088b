// Draws one picture from standard input as PNG to standard output, in a process of its own: a picture that makes
// the decoder crash or hang takes nothing else with it. Arguments: width and height of the canvas, of the picture.
import { buffer } from 'node:stream/consumers';
import { createCanvas, Image } from '@napi-rs/canvas';

const [width = 0, height = 0, drawnWidth = 0, drawnHeight = 0] = process.argv.slice(2).map(Number);
const image = new Image();
await new Promise<void>((resolve, reject) => {
  image.onload = () => resolve();
  image.onerror = reject;
  void buffer(process.stdin).then((bytes) => {
    image.src = bytes;
  }, reject);
});
const ground = createCanvas(width, height);
const pen = ground.getContext('2d');
// 'high' reads sixteen source pixels for each target pixel: below half the size, others would be lost.
pen.imageSmoothingQuality = image.width > 2 * drawnWidth ? 'medium' : 'high';
pen.drawImage(image, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight);
process.stdout.write(ground.toBuffer('image/png'));
