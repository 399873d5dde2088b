import { readdirSync, readFileSync } from 'node:fs';
import { createCanvas, Image } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { companyCategories } from '../categories.ts';
import { contentFileSchema } from '../companies/content.ts';
import { parseRevenue } from '../companies/revenue.ts';
import { lightHue } from '../directory/current.ts';
import { drawMark, type MarkedCompany } from './mark.ts';
import { markSvg } from './mark-svg.ts';

/** A list as it stands on a page. */
const LIST = 50;
/** Pixels of a side: no more than a mark of 16 has. */
const COARSE = 16;
/** Of the whole way from black to white, on the average of all pixels and colours. */
const APART = 0.03;

const context = createCanvas(COARSE, COARSE).getContext('2d');

/** A mark as it is seen from afar. */
function coarse(company: MarkedCompany): Uint8ClampedArray {
  const picture = new Image();
  picture.src = Buffer.from(
    markSvg(company, lightHue(company.category)).replace(
      '<svg ',
      `<svg width="${COARSE}" height="${COARSE}" `,
    ),
  );
  context.clearRect(0, 0, COARSE, COARSE);
  context.drawImage(picture, 0, 0, COARSE, COARSE);
  return context.getImageData(0, 0, COARSE, COARSE).data;
}

function distance(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0;
  for (const [i, value] of one.entries()) if (i % 4 !== 3) sum += Math.abs(value - (other[i] ?? 0));
  return sum / (COARSE * COARSE * 3 * 255);
}

/** The two of a list that look most alike, and how far apart they are. */
function nearest(companies: readonly MarkedCompany[]): [number, string, string] {
  const seen = companies.map((company) => ({ id: company.id, pixels: coarse(company) }));
  let least: [number, string, string] = [1, '', ''];
  for (const [i, one] of seen.entries())
    for (const other of seen.slice(i + 1)) {
      const apart = distance(one.pixels, other.pixels);
      if (apart < least[0]) least = [apart, one.id, other.id];
    }
  return least;
}

const folder = new URL('../../content/companies/', import.meta.url);
const shipped: MarkedCompany[] = readdirSync(folder).map((name) => {
  const { id, category, employees, revenue } = contentFileSchema.parse(
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  );
  const dollars = parseRevenue(revenue.value ?? '');
  const people = employees.value;
  return { id, category, employees: people, revenue_per_person: dollars && people ? dollars / people : null };
});

/** Companies of no directory, the same ones every time. */
const invented: MarkedCompany[] = Array.from({ length: 1000 }, (_, i) => ({
  id: `made-up-${i}`,
  // Lists of one hue are the hardest.
  category: companyCategories()[
    Math.floor(i / LIST) % companyCategories().length
  ] as MarkedCompany['category'],
  employees: Math.ceil(10 ** (((i * 7919) % 300) / 100)),
  revenue_per_person: 10 ** (4 + ((i * 104_729) % 300) / 100),
}));

describe('no two companies of a list of fifty wear marks that look alike', () => {
  test.each(companyCategories())('in %s', (category) => {
    const least = nearest(shipped.filter((company) => company.category === category).slice(0, LIST));
    expect(least[0], least.join(' ')).toBeGreaterThan(APART);
  });

  test('in the whole directory', () => {
    for (let from = 0; from + LIST <= shipped.length; from += LIST / 2) {
      const least = nearest(shipped.slice(from, from + LIST));
      expect(least[0], least.join(' ')).toBeGreaterThan(APART);
    }
  });

  test('among a thousand that nobody founded', () => {
    for (let from = 0; from < invented.length; from += LIST) {
      const least = nearest(invented.slice(from, from + LIST));
      expect(least[0], least.join(' ')).toBeGreaterThan(APART);
    }
  });
});

describe('a mark', () => {
  const solo: MarkedCompany = { id: 'kit', category: 'no-seed', employees: 1, revenue_per_person: 1_000_000 };
  const radius = (company: MarkedCompany) => Number(/a([\d.]+)/.exec(drawMark(company).at(-1)?.d ?? '')?.[1]);
  const inked = (company: MarkedCompany) => {
    const pixels = coarse(company);
    const [red, green, blue] = pixels;
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at] !== red || pixels[at + 1] !== green || pixels[at + 2] !== blue) count++;
    return count;
  };

  test('is the same every time, and another for another id', () => {
    expect(drawMark(solo)).toEqual(drawMark({ ...solo }));
    const hue = lightHue(solo.category);
    expect(markSvg(solo, hue)).not.toBe(markSvg({ ...solo, id: 'kit-2' }, hue));
  });

  test('has a tiny one that grows with the people, and is a ring where nobody counted them', () => {
    const sizes = [1, 10, 100, 1000].map((employees) => radius({ ...solo, employees }));
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(4);
    expect(
      drawMark({ ...solo, employees: null })
        .at(-1)
        ?.d.match(/M/g),
    ).toHaveLength(2);
  });

  test('has a giant that grows with the revenue', () => {
    // A ball, seen on its ground.
    const ball = shipped.find(({ id }) => /^M[\d. ]+a[^M]+z$/.test(drawMark({ ...solo, id })[1]?.d ?? ''));
    const sizes = [1e4, 1e6, 1e8].map((revenue_per_person) =>
      inked({ ...solo, id: ball?.id ?? '', revenue_per_person }),
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[2]).toBeGreaterThan(sizes[0] ?? 0);
  });

  test('has no text, no address and nothing of the company in it but numbers', () => {
    for (const company of shipped)
      expect(markSvg({ ...company, id: `${company.id}"><script>` }, lightHue(company.category))).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64" fill-rule="evenodd">(<path fill="#[0-9a-f]{6}"( fill-opacity="0\.4")?( transform="rotate\(\d+ 32 32\)")? d="[MLHVAQTZmlhvaqtz\d. -]+"\/>){4}<\/svg>$/,
      );
  });
});
