import type { Answer } from '../../../core/call.ts';
import type { readDirectoryConfig } from '../../../core/directory/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { NotLoaded, Section } from '../shared/section.tsx';
import { SubPages } from '../shared/sub-pages.tsx';
import { CategoriesPart } from './categories-part.tsx';
import { LinksPart } from './links-part.tsx';
import { SitePart } from './site-part.tsx';
import { useDirectoryConfig, usePart } from './use-part.ts';
import { VersionsPart } from './versions-part.tsx';
import { WordsPart } from './words-part.tsx';

export default function DirectorySection() {
  return (
    <Section id="directory" features={['directory', 'refusals']}>
      <LoadedDirectory />
    </Section>
  );
}

function LoadedDirectory() {
  const { t } = useTranslation('directory');
  const query = useDirectoryConfig();
  return query.data ? <Parts {...query.data} /> : <NotLoaded query={query} failed={t('loadFailed')} />;
}

function Parts({ config, versions, companies }: Answer<typeof readDirectoryConfig>) {
  const { t } = useTranslation('directory');
  const site = usePart('site', config.site, versions.site);
  const categories = usePart('categories', config.categories, versions.categories);
  const links = usePart('links', config.links, versions.links);
  const words = usePart('words', config.words, versions.words);
  const pages = [
    { id: 'site', draft: site, content: <SitePart draft={site} /> },
    {
      id: 'categories',
      draft: categories,
      content: <CategoriesPart draft={categories} counts={companies} />,
    },
    { id: 'links', draft: links, content: <LinksPart draft={links} /> },
    { id: 'words', draft: words, content: <WordsPart draft={words} /> },
    { id: 'versions', draft: undefined, content: <VersionsPart config={config} /> },
  ] as const;
  return (
    <>
      <LeaveGuard
        when={pages.some(({ draft }) => draft?.isChanged)}
        title={t('leave.title')}
        text={t('leave.text')}
        leave={t('leave.leave')}
        stay={t('leave.stay')}
      />
      <SubPages
        label={t('parts')}
        pages={pages.map(({ id, draft, content }) => ({
          id,
          name: t(`tabs.${id}`),
          note: draft?.isChanged ? t('unsaved') : undefined,
          content,
        }))}
      />
    </>
  );
}
