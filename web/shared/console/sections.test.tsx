import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { createRoutesStub } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { makeScratchCopy, type ScratchCopy } from '../../../server/testing/scratch-copy.ts';
import { createI18n } from '../../i18n/create.ts';
import type * as texts from '../../i18n/use-translation.ts';
import type * as rootData from '../root-data.ts';
import type { RootData } from '../root-data.ts';

const NAMES: Partial<Record<Language, string>> = { en: 'Press', ko: '언론', ja: '報道', zh: '媒体' };
/** One that a language brings anew is in English first. */
const nameIn = (language: Language) => NAMES[language] ?? 'Press';
const PAGE = `import { Section } from '../shared/section.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

export default function PressSection() {
  return (
    <Section id="press" features={['press']}>
      <Press />
    </Section>
  );
}

function Press() {
  const { t } = useTranslation('press');
  return <p>{t('hello')}</p>;
}
`;

/** The recipe 'A section of the console' of docs/architecture.md: a page, its texts, its line. */
let copy: ScratchCopy;
beforeAll(() => {
  copy = makeScratchCopy('section');
  mkdirSync(join(copy.folder, 'web/console/press'));
  writeFileSync(join(copy.folder, 'web/console/press/section.tsx'), PAGE);
  copy.replace('web/shared/console/sections.ts', '\n] as const', "\n  { id: 'press' },\n] as const");
  copy.replace(
    'web/console/layout/pages.tsx',
    'SectionPage>> = {',
    "SectionPage>> = {\n  press: sectionPage(() => import('../press/section.tsx')),",
  );
  const types = 'web/i18n/i18next.d.ts';
  const entry = "import type press from './locales/en/on-demand/press.json';";
  copy.replace(types, "import 'i18next';", `import 'i18next';\n${entry}`);
  copy.replace(types, 'resources: {', 'resources: {\n      press: typeof press;');
  for (const language of LANGUAGES) {
    const texts = `web/i18n/locales/${language}/on-demand`;
    writeFileSync(join(copy.folder, texts, 'press.json'), JSON.stringify({ hello: `${nameIn(language)}!` }));
    const title = `"sections": {\n    "press": { "name": "${nameIn(language)}", "text": "${nameIn(language)}." },`;
    copy.replace(`${texts}/console.json`, '"sections": {', title);
  }
});
afterAll(() => copy.remove());

const load = (file: string) => import(/* @vite-ignore */ join(copy.folder, 'web', file));

/** A part of the copy's console, as it is rendered at an address. */
async function draw(language: Language, path: string, Part: ComponentType): Promise<string> {
  const textsOf = (feature: string) =>
    JSON.parse(
      readFileSync(join(copy.folder, `web/i18n/locales/${language}/on-demand/${feature}.json`), 'utf8'),
    ) as Record<string, unknown>;
  const Routes = createRoutesStub([{ path: '*', Component: Part }]);
  const { I18nContext } = (await load('i18n/use-translation.ts')) as typeof texts;
  const { RootContext } = (await load('shared/root-data.ts')) as typeof rootData;
  const { prelude } = await prerenderToNodeStream(
    <RootContext value={{ language } as RootData}>
      <I18nContext value={createI18n(language, { console: textsOf('console') })}>
        <QueryClientProvider client={new QueryClient()}>
          <Routes initialEntries={[path]} />
        </QueryClientProvider>
      </I18nContext>
    </RootContext>,
  );
  return text(prelude);
}

describe('a section that was just added', () => {
  test('compiles', () => copy.compile(), 240_000);

  test('has its address, at which its page is loaded', async () => {
    const { SECTION_PAGES, sectionAt } = (await load('console/layout/pages.tsx')) as {
      SECTION_PAGES: { press: { Page: ComponentType } };
      sectionAt(pathname: string): string | undefined;
    };
    expect(sectionAt('/admin/press')).toBe('press');
    expect(await draw('en', '/admin/press', SECTION_PAGES.press.Page)).toMatch(/<h1[^>]*>Press<\/h1>/);
  });

  test.each(LANGUAGES)('is in the navigation and draws its page with its title, in %s', async (language) => {
    const { SectionLinks } = (await load('console/layout/section-links.tsx')) as {
      SectionLinks: ComponentType;
    };
    const { default: Page } = (await load('console/press/section.tsx')) as { default: ComponentType };
    const name = nameIn(language);
    const links = await draw(language, '/admin/press', SectionLinks);
    expect(links).toMatch(new RegExp(`<a[^>]* aria-current="page"[^>]*href="/admin/press"[^>]*>${name}</a>`));
    const page = await draw(language, '/admin/press', Page);
    expect(page).toMatch(new RegExp(`<h1[^>]*>${name}</h1>`));
    expect(page).toContain(`<title>${name} · `);
    expect(page).toContain(`<p>${name}!</p>`);
  });
});

test('the recipe names the files that the test makes', () => {
  const docs = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8');
  const recipe = /\*\*A section of the console\.\*\*[^\n]*(?:\n[^\n]+)*/.exec(docs)?.[0] ?? '';
  for (const file of [
    'section.tsx',
    'web/shared/console/sections.ts',
    'web/console/layout/pages.tsx',
    'web/i18n/i18next.d.ts',
    'web/i18n/locales/',
    'web/shared/console/sections.test.tsx',
  ])
    expect(recipe).toContain(`\`${file}\``);
});
