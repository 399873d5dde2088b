import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { mergeTexts } from '../core/directory/merge-texts.ts';
import '../core/directory/shipped.ts';
import { configuredTexts } from '../core/directory/overrides.ts';
import { isLanguage, LANGUAGES, type Language } from '../core/languages.ts';

/** What a module of the web imports to know where the texts of the public pages are, by language. */
const ID = 'virtual:public-texts';
const FOLDER = fileURLToPath(new URL('../web/i18n/locales', import.meta.url));

/** The texts of a language as one file, whose name changes with them. */
function fileOf(language: Language): { fileName: string; source: string; parts: string[] } {
  const names = readdirSync(`${FOLDER}/${language}`).filter((name) => name.endsWith('.json'));
  const parts = names.sort().map((name) => `${FOLDER}/${language}/${name}`);
  const texts = parts.map((path, i) => [
    names[i]?.replace('.json', ''),
    JSON.parse(readFileSync(path, 'utf8')),
  ]);
  // Names of the shipped configuration; a directory with others has a file of its own.
  const source = JSON.stringify(mergeTexts(Object.fromEntries(texts), configuredTexts(language)));
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/texts-${language}-${hash}.json`, source, parts };
}

/** Writes the texts of the public pages beside the scripts, so that no page has to carry them. */
export function publicTexts(): Plugin {
  return {
    name: 'public-texts',
    // Only loaders name them, and no loader is in the build that the browser gets.
    buildStart() {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
      for (const language of LANGUAGES) {
        const { fileName, source } = fileOf(language);
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      const addresses = LANGUAGES.map((language) => {
        const { fileName, parts } = fileOf(language);
        for (const part of parts) this.addWatchFile(part);
        return [language, `/${fileName}`];
      });
      return `export default ${JSON.stringify(Object.fromEntries(addresses))};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = /^\/assets\/texts-(\w+)-/.exec(request.url ?? '')?.[1];
        if (!isLanguage(file)) return next();
        response.setHeader('content-type', 'application/json').end(fileOf(file).source);
      });
    },
  };
}
