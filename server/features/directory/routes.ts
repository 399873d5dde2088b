import type { FastifyInstance } from 'fastify';
import type { Answer } from '../../../core/call.ts';
import { allOwnFields, ownFields } from '../../../core/companies/own-fields.ts';
import * as calls from '../../../core/directory/calls.ts';
import {
  categoryDescription,
  categoryName,
  categoryRule,
  directory,
  kindName,
} from '../../../core/directory/current.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { LANGUAGES, offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { editConflict } from '../../platform/audit/edit-version.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { countByField } from '../companies/index.ts';
import { linksIn } from './page-directory.ts';
import { countByCategory, importConfig, kindCounts, mergeInPart, restorePart, savePart } from './save.ts';
import { taglineIn } from './site.ts';
import { findVersions, readStored, versionedPart, versionedParts } from './store.ts';
import { exportTexts, importTexts } from './text-files.ts';
import { searchTexts, textsFile } from './texts.ts';
import { ownCssFile, themeFile } from './theme.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

export function directoryRoutes(app: FastifyInstance, { database, env, directory: service }: Services): void {
  /** Refreshes after the commit, so that background work of this process sees the change too. */
  async function inForce<T>(saved: Promise<T>): Promise<T> {
    const value = await saved;
    await service.refresh();
    return value;
  }

  route(app, calls.readDirectory, async ({ query }) => {
    const language = requestedLanguage(query);
    const counts = await countByCategory(database.read, { includeHidden: false });
    return {
      name: siteName(env.SITE_NAME, language),
      tagline: taglineIn(language),
      languages: [...offeredLanguages()],
      default_language: usualLanguage(),
      categories: directory()
        .categories.list.filter(({ isListed }) => isListed)
        .map(({ id, shape, hue, inNavigation }) => ({
          id,
          name: categoryName(id, language),
          description: categoryDescription(id, language),
          rule: categoryRule(id, language),
          shape,
          hue,
          navigation: inNavigation,
          count: counts[id] ?? 0,
        })),
      kinds: directory().kinds.list.map(({ id }) => ({ id, name: kindName(id, language) })),
      fields: ownFields()
        .filter(({ access }) => access === 'public')
        .map(({ id, type, names, helps, units, options, places }) => ({
          id,
          label: nameIn(names, language) ?? id,
          help: nameIn(helps, language) ?? '',
          type,
          unit: nameIn(units, language) ?? '',
          options: options.map((option) => ({
            id: option.id,
            name: nameIn(option.names, language) ?? option.id,
          })),
          shown: [...places],
        })),
      logo: directory().looks.logo.light?.url ?? null,
      links: linksIn(language),
    };
  });

  route(app, calls.readDirectoryConfig, async () => versionedParts(await readStored(database.read)));

  route(app, calls.countByCategory, () => countByCategory(database.read, { includeHidden: true }));

  route(app, calls.countByKind, () => kindCounts(database.read));

  route(app, calls.countByField, () =>
    countByField(
      database.read,
      allOwnFields().map(({ id }) => id),
    ),
  );

  route(app, calls.readOwnFields, async () => ownFields() as Answer<typeof calls.readOwnFields>);

  route(app, calls.readDirectoryPart, async ({ params: { part } }) =>
    versionedPart(await readStored(database.read), part),
  );

  route(app, calls.saveDirectoryPart, async ({ params: { part }, body: { value, version }, write }) =>
    inForce(
      write(async (unit) => {
        const before = await readStored(unit.tx);
        if (version !== before.versions[part]) {
          const [last] = await findVersions(unit.tx, part);
          throw editConflict(versionedPart(before, part), last, 'stale_version');
        }
        return versionedPart(await savePart(unit, part, value, before), part);
      }),
    ),
  );

  route(app, calls.findDirectoryVersions, async ({ params }) => findVersions(database.read, params.part));

  route(app, calls.findInterfaceTexts, async ({ query: { language, q } }) => {
    const words = (await readStored(database.read)).config.texts[language];
    return searchTexts(language, q ?? '', words);
  });

  route(app, calls.exportInterfaceTexts, async ({ params: { language } }) =>
    exportTexts(language, (await readStored(database.read)).config.texts[language]),
  );

  route(app, calls.importInterfaceTexts, async ({ params: { language }, body: { texts }, write }) => {
    const words = await inForce(write((unit) => importTexts(unit, { [language]: texts }, 'body.texts')));
    return { words: words[language] };
  });

  route(app, calls.restoreDirectoryPart, async ({ params, body, write }) =>
    inForce(
      write(async (unit) => versionedPart(await restorePart(unit, params.part, body.version), params.part)),
    ),
  );

  route(app, calls.mergeCategory, async ({ params, body, write }) =>
    inForce(write(async (unit) => ({ moved: await mergeInPart(unit, 'categories', params.id, body.into) }))),
  );

  route(app, calls.mergeKind, async ({ params, body, write }) =>
    inForce(write(async (unit) => ({ moved: await mergeInPart(unit, 'kinds', params.id, body.into) }))),
  );

  route(app, calls.importDirectoryConfig, async ({ body, write }) =>
    inForce(write(async (unit) => versionedParts(await importConfig(unit, body.config)))),
  );

  // The name of both files changes with their content. An old name is answered with what is in force: a page that
  // was opened before a change must not fail for it.
  app.get<{ Params: { file: string } }>('/texts/:file', async ({ params: { file } }, reply) => {
    const language = LANGUAGES.find((code) => file.startsWith(`${code}-`));
    if (!language || !file.endsWith('.json')) return reply.callNotFound();
    const { name, source } = textsFile(language);
    reply.header('cache-control', name === file ? IMMUTABLE : 'no-cache');
    return reply.header('content-type', 'application/json; charset=utf-8').send(source);
  });
  for (const [path, fileInForce] of [
    ['/theme/:file', themeFile],
    ['/theme/own/:file', ownCssFile],
  ] as const)
    app.get<{ Params: { file: string } }>(path, async ({ params: { file } }, reply) => {
      const { name, source } = fileInForce();
      reply.header('cache-control', name === file ? IMMUTABLE : 'no-cache');
      return reply.header('content-type', 'text/css; charset=utf-8').send(source);
    });
  redirectIcons(app);
}

/** Where pages, browsers and readers of feeds look for the icon. */
const ICONS = [
  'favicon.ico',
  'favicon.svg',
  'icon-72.png',
  'icon-192.png',
  'icon-512.png',
  'apple-touch-icon.png',
];
const ICON_PATHS: ReadonlySet<string> = new Set(ICONS.map((name) => `/${name}`));

/** Leads the addresses of the shipped icons to the uploaded one. */
function redirectIcons(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { icon } = directory().looks;
    if (icon && ICON_PATHS.has(request.url))
      return reply.header('cache-control', 'no-cache').redirect(icon.url, 302);
  });
}
