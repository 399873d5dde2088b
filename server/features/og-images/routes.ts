import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allCategories, type Category } from '../../../core/categories.ts';
import { FACET_PAGES, type PageFacet } from '../../../core/companies/facet-pages.ts';
import { directory } from '../../../core/directory/current.ts';
import { isLanguage, type Language } from '../../../core/languages.ts';
import { Problem, problem } from '../../../core/problem.ts';
import { READING_PAGES } from '../../../core/reading/pages.ts';
import { isStorable } from '../../../core/text.ts';
import { lineOf } from '../../platform/limits/network.ts';
import { createRenderQueue } from '../../platform/limits/render-queue.ts';
import type { Services } from '../../services.ts';
import { showCollection } from '../collections/index.ts';
import { countCompanies, findCompanies, founderName, readCompany, readMark } from '../companies/index.ts';
import { readUpload } from '../links/index.ts';
import { showSharedList } from '../lists/index.ts';
import { createDrawer } from './drawer.ts';
import { createGallery } from './gallery.ts';
import type { OwnLooks, Picture } from './picture.ts';
import { createWords } from './words.ts';

/** Longest id of a company, as in its address. */
const ID_LENGTH = 200;

/** A drawing takes 20 to 150 ms: who waits behind 400 of them waits for half a minute. */
const LIMITS = { atOnce: 4, waiting: 400, waitingOfOne: 100 };

const noSuchPicture = () => problem('not_found', 'There is no such picture.');

const isCategory = (name: string): name is Category => allCategories().includes(name as Category);

/** The pictures that links to the pages are shown with, one for each page and language. */
export function ogImageRoutes(app: FastifyInstance, { database, env }: Services): void {
  const words = createWords(env.SITE_NAME);
  const drawer = createDrawer();
  const gallery = createGallery({ folder: join(env.VAR_DIR, 'share-pictures'), drawer, log: app.log });
  const queue = createRenderQueue(
    env.RATE_LIMITS ? LIMITS : { ...LIMITS, waitingOfOne: LIMITS.waiting },
    () => 0,
  );
  app.addHook('onClose', () => drawer.stop());

  async function companyPicture(id: string, language: Language): Promise<Picture> {
    if (id.length > ID_LENGTH || !isStorable(id)) throw noSuchPicture();
    // One that is hidden is not found, however long its picture has been there.
    const company = await readCompany(database.read, id, language);
    const { logo } = company;
    const uploaded = logo === null ? undefined : await readUpload(database.read, logo);
    return words.company(company, language, uploaded?.toString('base64') ?? (await readMark(logo)));
  }

  async function pagePicture(name: string, language: Language): Promise<Picture> {
    if (name === 'home') return words.home(language);
    if (name === 'explore') return words.explore(language);
    const facet = Object.hasOwn(FACET_PAGES, name) && FACET_PAGES[name as keyof typeof FACET_PAGES];
    if (facet) return words.facetIndex(facet, language);
    const page = READING_PAGES.find((one) => one === name);
    if (page) return words.reading(page, language);
    if (!isCategory(name)) throw noSuchPicture();
    const count = await countCompanies(database, { category: name, includeHidden: false });
    return words.category(name, language, count);
  }

  async function ownLooks(): Promise<OwnLooks> {
    const { icon, accent } = directory().looks;
    const png = icon ? await readUpload(database.read, icon.url) : undefined;
    return {
      ...(png ? { icon: png.toString('base64') } : {}),
      ...(accent ? { accent: accent.light } : {}),
    };
  }

  type Address = { Params: { language: string; file: string } };

  const answer =
    (pictureOf: (name: string, language: Language) => Promise<Picture>) =>
    async (request: FastifyRequest<Address>, reply: FastifyReply) => {
      const { language, file } = request.params;
      if (!isLanguage(language) || !file.endsWith('.png')) throw noSuchPicture();
      const shown = await pictureOf(file.slice(0, -'.png'.length), language);
      const picture: Picture = { ...shown, ...(await ownLooks()) };
      const release = await queue.acquire(lineOf(request.ip));
      if (!release) throw problem('unavailable', 'Too many pictures are waiting.', { retryAfter: 5 });
      const { key, png } = await gallery
        .png(picture)
        .finally(release)
        .catch((error: Error) => {
          if (error instanceof Problem) throw error;
          request.log.error({ err: error }, 'an Open Graph image was not drawn');
          throw problem('unavailable', 'The picture could not be drawn.', { retryAfter: 60 });
        });
      const tag = `"${key}"`;
      // Looked at again each time: a company that is hidden takes its picture along at once.
      reply.header('cache-control', 'public, max-age=0, must-revalidate').header('etag', tag);
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
      return reply.header('content-type', 'image/png').send(png);
    };

  const facetPicture = (facet: PageFacet) => async (spelt: string, language: Language) => {
    const value = facet === 'country' ? spelt.toUpperCase() : spelt;
    if (value.length > ID_LENGTH || !isStorable(value) || spelt !== spelt.toLowerCase())
      throw noSuchPicture();
    const { total } = await findCompanies(database, {
      language,
      filters: { [facet]: [value] },
      sort: 'score',
      limit: 1,
    });
    if (total === 0) throw noSuchPicture();
    const name = facet === 'founder' ? await founderName(database.read, value, language) : undefined;
    return words.facet(facet, value, language, total, name);
  };

  app.get('/share/:language/companies/:file', answer(companyPicture));
  app.get(
    '/share/:language/collections/:file',
    answer(async (id, language) => words.collection(await showCollection(database, id, language), language)),
  );
  app.get(
    '/share/:language/lists/:file',
    answer(async (token, language) => {
      if (!isStorable(token)) throw noSuchPicture();
      return words.sharedList(await showSharedList(database, token, language), language);
    }),
  );
  for (const [segment, facet] of Object.entries(FACET_PAGES))
    app.get(`/share/:language/${segment}/:file`, answer(facetPicture(facet)));
  app.get('/share/:language/:file', answer(pagePicture));
}
