import { createCanvas, Image, type SKRSContext2D } from '@napi-rs/canvas';
import { LIGHT } from '../../../core/design/tokens.ts';
import type { Language } from '../../../core/languages.ts';
import { drawable, familiesFor } from './fonts.ts';
import { breakLines } from './lines.ts';
import type { CompanyPicture, PagePicture, Picture } from './picture.ts';

/** What link previews ask for, in pixels. */
export const WIDTH = 1200;
export const HEIGHT = 630;

const PICTURE_MARGIN = 64;
const INNER = WIDTH - 2 * PICTURE_MARGIN;

const { paper: PAPER, raised: RAISED, ink: INK, soft: SOFT, line: LINE, sun: SUN } = LIGHT;
/** How much of the paper shines through the bars on a coloured ground. */
const BAR_HEIGHT = 0.14;

/** The bars of a page's picture, from the top: they end at the right edge, and no text reaches them. */
const BAR_WIDTHS = [360, 290, 230, 160, 100] as const;
export const BARS_TOP = 396;
export const BARS_LEFT = WIDTH - BAR_WIDTHS[0];
const PICTURE_GAP = 24;
/** Side of a company's logo or mark. */
const TILE = 116;
const NOTE_TOP = 542;

/** Of a tile's corners. */
const RADIUS = 20;

/** Where letters stand in the height of their line. */
const BASELINE = 0.78;

interface Type {
  size: number;
  weight: number;
  colour: string;
  /** As the pages' headings are set. */
  display?: boolean;
}

/** One for all pictures: each takes 3 MB that a collector of garbage does not see. */
const canvas = createCanvas(WIDTH, HEIGHT);

/** Draws a picture as PNG. */
export async function draw(picture: Picture): Promise<Buffer> {
  const mark = picture.kind === 'company' ? await loadPicture(picture.mark.picture, TILE * 2) : undefined;
  const icon = picture.icon === undefined ? undefined : await loadPicture(picture.icon, TILE);
  // From here on nothing waits: the next picture is drawn on the same canvas.
  const pen = new Pen(canvas.getContext('2d'), picture.language, icon);
  if (picture.kind === 'company') drawCompany(pen, picture, mark);
  else drawPage(pen, picture);
  return canvas.toBuffer('image/png');
}

function drawCompany(pen: Pen, picture: CompanyPicture, image: Image | undefined): void {
  const { site, category, name, description, mark, figures, hue: strong } = picture;
  pen.box(0, 0, WIDTH, HEIGHT, PAPER);
  pen.box(0, 0, WIDTH, 14, strong);
  pen.siteMark(PICTURE_MARGIN, 50, 44, INK, PAPER);
  const small = { size: 28, weight: 500 };
  pen.text(site, PICTURE_MARGIN + 60, 82, 480, { ...small, colour: INK, display: true });
  pen.textToRight(category, WIDTH - PICTURE_MARGIN, 82, 520, { ...small, colour: strong });

  const top = 136;
  pen.tile(PICTURE_MARGIN, top, TILE, image, mark);
  const left = PICTURE_MARGIN + TILE + 36;
  const title = pen.fit(name, WIDTH - PICTURE_MARGIN - left, [84, 72, 62, 54], 2, {
    weight: 700,
    colour: INK,
    display: true,
  });
  const height = title.lines.length * title.leading;
  // One line stands in the middle of the tile.
  const nameTop = top + Math.max(0, (TILE - height) / 2);
  pen.lines(title.lines, left, nameTop, title);
  const text = { size: 31, weight: 400, colour: SOFT };
  const textTop = Math.max(top + TILE, nameTop + height) + 30;
  const leading = 45;
  const most = Math.max(1, Math.floor((444 - textTop) / leading));
  pen.lines(pen.broken(description, INNER, most, text), PICTURE_MARGIN, textTop, { ...text, leading });

  pen.box(PICTURE_MARGIN, 462, INNER, 2, LINE);
  const columns = [PICTURE_MARGIN, 640, 900];
  for (const [i, { label, value }] of figures.entries()) {
    const x = columns[i] ?? PICTURE_MARGIN;
    const width = (columns[i + 1] ?? WIDTH - PICTURE_MARGIN + 32) - x - 32;
    pen.text(label, x, 510, width, { size: 25, weight: 400, colour: SOFT });
    const figure = pen.fit(value, width, [62, 50, 40, 32], 1, {
      weight: 600,
      colour: i === 0 ? strong : INK,
      display: true,
    });
    pen.lines(figure.lines, x, 572 - figure.leading * BASELINE, figure);
  }
}

function drawPage(pen: Pen, { site, title, text, note, hue, accent }: PagePicture): void {
  const ground = hue ?? accent ?? INK;
  pen.box(0, 0, WIDTH, HEIGHT, ground);
  const bars = `${PAPER}${Math.round(BAR_HEIGHT * 255).toString(16)}`;
  for (const [i, width] of BAR_WIDTHS.entries())
    pen.round(WIDTH - width, BARS_TOP + i * 48, width + 20, 26, 8, i === 4 ? SUN : bars);
  pen.siteMark(PICTURE_MARGIN, 60, 56, PAPER, ground);
  pen.text(site, PICTURE_MARGIN + 76, 99, 700, { size: 34, weight: 600, colour: PAPER, display: true });
  const heading = pen.fit(title, INNER, [88, 76, 66], 2, { weight: 700, colour: PAPER, display: true });
  pen.lines(heading.lines, PICTURE_MARGIN, 170, heading);
  const below = 170 + heading.lines.length * heading.leading + 24;
  const type = { size: 34, weight: 400, colour: PAPER };
  const leading = 50;
  // Above the note, and beside the bars.
  const most = Math.max(1, Math.min(3, Math.floor((NOTE_TOP - below) / leading)));
  const lines = pen.broken(text, BARS_LEFT - PICTURE_GAP - PICTURE_MARGIN, most, type);
  pen.lines(lines, PICTURE_MARGIN, below, { ...type, leading });
  if (note)
    pen.text(note, PICTURE_MARGIN, NOTE_TOP + 36, 560, {
      size: 34,
      weight: 600,
      colour: ground === INK || hue ? SUN : PAPER,
    });
}

interface Set extends Type {
  leading: number;
}

/** A canvas context and the language of the drawn texts. */
class Pen {
  readonly #context: SKRSContext2D;
  readonly #language: Language;
  /** The directory's own. */
  readonly #icon: Image | undefined;

  constructor(context: SKRSContext2D, language: Language, icon?: Image) {
    this.#context = context;
    this.#icon = icon;
    this.#language = language;
    context.lang = language;
    context.textBaseline = 'alphabetic';
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.#context.fillStyle = colour;
    this.#context.fillRect(x, y, width, height);
  }

  round(x: number, y: number, width: number, height: number, radius: number, colour: string): void {
    this.#context.fillStyle = colour;
    this.#context.beginPath();
    this.#context.roundRect(x, y, width, height, radius);
    this.#context.fill();
  }

  circle(x: number, y: number, radius: number, colour: string): void {
    this.#context.fillStyle = colour;
    this.#context.beginPath();
    this.#context.arc(x, y, radius, 0, 2 * Math.PI);
    this.#context.fill();
  }

  /** The site's icon. */
  siteMark(x: number, y: number, size: number, ground: string, figure: string): void {
    if (this.#icon) {
      // On a paper-coloured tile: the icon may have the colour of the surroundings.
      this.round(x, y, size, size, size / 5, PAPER);
      const inset = size / 10;
      this.#context.drawImage(this.#icon, x + inset, y + inset, size - 2 * inset, size - 2 * inset);
      return;
    }
    const unit = size / 32;
    this.round(x, y, size, size, 7 * unit, ground);
    this.circle(x + 16 * unit, y + 20 * unit, 7 * unit, figure);
    this.circle(x + 16 * unit, y + 7.5 * unit, 2.5 * unit, SUN);
  }

  /** A logo stands on white, a mark of ours fills its tile. */
  tile(
    x: number,
    y: number,
    size: number,
    image: Image | undefined,
    { fills }: Pick<CompanyPicture['mark'], 'fills'>,
  ): void {
    this.round(x, y, size, size, RADIUS, LINE);
    if (!image) return;
    const context = this.#context;
    if (fills) {
      context.save();
      context.beginPath();
      context.roundRect(x, y, size, size, RADIUS);
      context.clip();
      context.drawImage(image, x, y, size, size);
      context.restore();
      return;
    }
    this.round(x + 2, y + 2, size - 4, size - 4, RADIUS - 2, RAISED);
    const inner = size * 0.58;
    const at = (size - inner) / 2;
    context.drawImage(image, x + at, y + at, inner, inner);
  }

  /** Draws one line, truncated to the width. */
  text(text: string, x: number, baseline: number, width: number, type: Type): void {
    const [line = ''] = this.broken(text, width, 1, type);
    this.#set(line, type);
    this.#context.fillText(line, x, baseline);
  }

  textToRight(text: string, right: number, baseline: number, width: number, type: Type): void {
    const [line = ''] = this.broken(text, width, 1, type);
    const wide = this.#set(line, type);
    this.#context.fillText(line, right - wide, baseline);
  }

  lines(lines: readonly string[], x: number, top: number, type: Set): void {
    for (const [i, line] of lines.entries()) {
      this.#set(line, type);
      this.#context.fillText(line, x, top + type.leading * (i + BASELINE));
    }
  }

  broken(text: string, width: number, most: number, type: Type): string[] {
    const shown = drawable(text);
    this.#set(`${shown}…`, type);
    return breakLines(shown, {
      language: this.#language,
      width,
      most,
      measure: (line) => this.#context.measureText(line).width,
    });
  }

  /** The largest of the sizes at which a text fits in so many lines; at the smallest it gets one more and is cut. */
  fit(
    text: string,
    width: number,
    sizes: readonly number[],
    most: number,
    type: Omit<Type, 'size'>,
  ): Set & { lines: string[] } {
    const smallest = sizes.at(-1) ?? 0;
    for (const size of sizes) {
      const lines = this.broken(text, width, most + 1, { ...type, size });
      if (lines.length <= most) return { ...type, size, leading: size * 1.2, lines };
    }
    const extra = most > 1 ? 1 : 0;
    return {
      ...type,
      size: smallest,
      leading: smallest * 1.2,
      lines: this.broken(text, width, most + extra, { ...type, size: smallest }),
    };
  }

  /** Sets font and colour for a text. Returns how wide it is. */
  #set(text: string, { size, weight, colour, display = false }: Type): number {
    this.#context.font = `400 ${size}px ${familiesFor(text, this.#language, display)}`;
    // Asked for in the font above, a weight would be imitated, not drawn.
    this.#context.fontVariationSettings = `"wght" ${weight}`;
    this.#context.fillStyle = colour;
    return this.#context.measureText(text).width;
  }
}

/** A picture, an SVG in a size; undefined where it cannot be drawn. */
async function loadPicture(picture: string, side: number): Promise<Image | undefined> {
  const isSvg = picture.startsWith('<');
  const image = isSvg ? new Image(side, side) : new Image();
  try {
    image.src = isSvg
      ? Buffer.from(picture.replace('<svg ', `<svg width="${side}" height="${side}" `))
      : Buffer.from(picture, 'base64');
    await image.decode();
  } catch {
    return undefined;
  }
  return image.width > 0 ? image : undefined;
}
