import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { problem } from '../../../core/problem.ts';

const iconListSchema = z.array(z.object({ title: z.string(), hex: z.string(), slug: z.string().optional() }));

/** The address of a brand's mark, by its slug in simple-icons. */
export function logoPath(slug: string): string {
  return `/logos/${slug}.svg`;
}

const LOGO_PATH = /^\/logos\/([a-z0-9]{1,60})\.svg$/;

const marks = new LRUCache<string, string>({ max: 500 });
let colours: Promise<Map<string, string>> | undefined;

/** The mark at an address of ours, as SVG in its brand's colour; null where it is none. */
export async function readMark(logo: string | null): Promise<string | null> {
  const slug = LOGO_PATH.exec(logo ?? '')?.[1];
  if (!slug) return null;
  const kept = marks.get(slug);
  if (kept) return kept;
  try {
    const file = fileURLToPath(import.meta.resolve(`simple-icons/icons/${slug}.svg`));
    colours ??= readColours();
    const [svg, bySlug] = await Promise.all([readFile(file, 'utf8'), colours]);
    const coloured = svg.replace('<svg ', `<svg fill="#${bySlug.get(slug) ?? '000000'}" `);
    marks.set(slug, coloured);
    return coloured;
  } catch {
    return null;
  }
}

/** Serves the brands' marks that simple-icons ships, each in its brand's colour. */
export function serveLogos(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/logos/:file', { logLevel: 'warn' }, async (request, reply) => {
    const svg = await readMark(`/logos/${request.params.file}`);
    if (svg === null) throw problem('not_found', 'There is no such logo.');
    return reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=604800')
      .send(svg);
  });
}

async function readColours(): Promise<Map<string, string>> {
  const { titleToSlug } = await import('simple-icons/sdk');
  const file = fileURLToPath(import.meta.resolve('simple-icons/icons.json'));
  const icons = iconListSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return new Map(icons.map((icon) => [icon.slug ?? titleToSlug(icon.title), icon.hex]));
}
