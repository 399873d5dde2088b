// Draws the icons of public/ from favicon.svg: node scripts/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { LIGHT } from '../core/design/tokens.ts';
import { ROOT } from './install.mjs';

const PUBLIC = join(ROOT, 'public');
const BACKGROUND = LIGHT.ink;
/** Of a maskable icon everything outside of the inner 80% may be cut off. */
const SAFE = 0.8;
/** Sizes in favicon.ico. */
const ICO = [16, 32, 48];

const svg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
/** The mark without its rounded ground, for icons that a system cuts to its own shape. */
const bare = svg.replace(/<rect[^>]*\/>/, '');

async function draw(size, { source = svg, ground, share = 1 } = {}) {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size, size);
  }
  const side = size * share;
  // As large as it is drawn: the library renders an SVG at its own size.
  const image = await loadImage(
    Buffer.from(source.replace('<svg ', `<svg width="${side}" height="${side}" `)),
  );
  context.drawImage(image, (size - side) / 2, (size - side) / 2, side, side);
  return canvas.toBuffer('image/png');
}

const save = (name, bytes) => writeFileSync(join(PUBLIC, name), bytes);

for (const size of [192, 512]) {
  save(`icon-${size}.png`, await draw(size));
  save(`icon-maskable-${size}.png`, await draw(size, { source: bare, ground: BACKGROUND, share: SAFE }));
}
// Of pages: for an SVG a browser makes a document of its own, which keeps a phone busy for a tenth of a second.
save('icon-72.png', await draw(72));
save('apple-touch-icon.png', await draw(180, { source: bare, ground: BACKGROUND, share: 0.9 }));

// ICO: a directory, then each picture as PNG.
const pictures = await Promise.all(ICO.map((size) => draw(size)));
const head = Buffer.alloc(6 + 16 * ICO.length);
head.writeUInt16LE(1, 2);
head.writeUInt16LE(ICO.length, 4);
let offset = head.length;
for (const [i, png] of pictures.entries()) {
  const at = 6 + 16 * i;
  head.writeUInt8(ICO[i], at);
  head.writeUInt8(ICO[i], at + 1);
  head.writeUInt16LE(1, at + 4);
  head.writeUInt16LE(32, at + 6);
  head.writeUInt32LE(png.length, at + 8);
  head.writeUInt32LE(offset, at + 12);
  offset += png.length;
}
save('favicon.ico', Buffer.concat([head, ...pictures]));
