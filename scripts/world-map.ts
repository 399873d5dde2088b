import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GeoContext, geoArea, geoEqualEarth, geoPath } from 'd3-geo';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

/** What a module of the web imports to have the map. */
const ID = 'virtual:world-map';

/** Units of the drawing, fine enough for whole numbers: a hair at the widest that it is drawn. */
export const WIDTH = 1200;
export const HEIGHT = 554;
/** Corners that are nearer to the one before are left out, in the same units. */
const DETAIL = 3;
/** No company is there, and it would take a sixth of the drawing. */
const ANTARCTICA = '010';

type Country = Feature<Polygon | MultiPolygon>;
type Atlas = Topology<{ countries: GeometryCollection }>;

export interface WorldMap {
  width: number;
  height: number;
  /** Path data of countries by ISO 3166 alpha-2 code; what has no code of its own stands under an empty one. */
  shapes: Record<string, string>;
  /** Where a number of a country has its middle, also of those too small to be drawn. */
  places: Record<string, [number, number]>;
}

function countriesOf(resolution: '50m' | '110m'): Country[] {
  const file = fileURLToPath(import.meta.resolve(`world-atlas/countries-${resolution}.json`));
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  const { features } = feature(atlas, atlas.objects.countries);
  return (features as Country[]).filter(({ id }) => id !== ANTARCTICA);
}

/** Two letters for three digits, as the languages' own tables of regions have them. */
const codeOf = ({ id }: Country): string => {
  const region = id === undefined ? undefined : new Intl.Locale(`und-${id}`).region;
  return region && /^[A-Z]{2}$/.test(region) ? region : '';
};

/** The part of a country that is its largest: the middle of France is not in the Atlantic. */
function mainland({ geometry }: Country): Polygon {
  if (geometry.type === 'Polygon') return geometry;
  const parts = geometry.coordinates.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }));
  return parts.reduce((largest, part) => (geoArea(part) > geoArea(largest) ? part : largest));
}

/** Writes whole numbers, each point by its distance from the one before: a third of the length. */
class Pen implements GeoContext {
  text = '';
  #at: [number, number] = [0, 0];
  beginPath() {}
  arc() {}
  moveTo(x: number, y: number) {
    this.#at = [Math.round(x), Math.round(y)];
    this.text += `M${this.#at.join(' ')}`;
  }
  lineTo(x: number, y: number) {
    const to: [number, number] = [Math.round(x), Math.round(y)];
    const [dx, dy] = [to[0] - this.#at[0], to[1] - this.#at[1]];
    if (Math.abs(dx) + Math.abs(dy) < DETAIL) return;
    this.text += `l${dx}${dy < 0 ? '' : ' '}${dy}`;
    this.#at = to;
  }
  closePath() {
    this.text += 'z';
  }
}

/** Projects the countries of Natural Earth so that areas are true. */
export function drawWorld(): WorldMap {
  const drawn = countriesOf('110m');
  const projection = geoEqualEarth().rotate([-11, 0]);
  projection.fitSize([WIDTH, HEIGHT], { type: 'FeatureCollection', features: drawn });
  const shapes: Record<string, string> = {};
  for (const country of drawn) {
    const pen = new Pen();
    geoPath(projection, pen)(country);
    const code = codeOf(country);
    shapes[code] = (shapes[code] ?? '') + pen.text;
  }
  const middle = geoPath(projection);
  const places: WorldMap['places'] = {};
  for (const country of countriesOf('50m')) {
    const code = codeOf(country);
    const [x, y] = middle.centroid(mainland(country));
    if (code && !places[code]) places[code] = [Math.round(x), Math.round(y)];
  }
  return { width: WIDTH, height: HEIGHT, shapes, places };
}

/** Draws the map when the web is built: neither a request nor a browser has to. */
export function worldMap(): Plugin {
  return {
    name: 'world-map',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(drawWorld())};` : null),
  };
}
