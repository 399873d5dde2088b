import { useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import type { readDirectoryConfig } from '../../../core/directory/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { NotLoaded, Section } from '../shared/section.tsx';
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

type PartTab = 'site' | 'categories' | 'links' | 'words' | 'versions';

function Parts({ config, versions, companies }: Answer<typeof readDirectoryConfig>) {
  const { t } = useTranslation('directory');
  const [tab, setTab] = useState<PartTab>('site');
  const site = usePart('site', config.site, versions.site);
  const categories = usePart('categories', config.categories, versions.categories);
  const links = usePart('links', config.links, versions.links);
  const words = usePart('words', config.words, versions.words);
  const isChanged = [site, categories, links, words].some((draft) => draft.isChanged);
  return (
    <>
      <LeaveGuard
        when={isChanged}
        title={t('leave.title')}
        text={t('leave.text')}
        leave={t('leave.leave')}
        stay={t('leave.stay')}
      />
      <Tabs
        label={t('parts')}
        value={tab}
        onChange={(value) => setTab(value)}
        tabs={[
          { value: 'site', label: t('tabs.site'), content: <SitePart draft={site} /> },
          {
            value: 'categories',
            label: t('tabs.categories'),
            content: <CategoriesPart draft={categories} counts={companies} />,
          },
          { value: 'links', label: t('tabs.links'), content: <LinksPart draft={links} /> },
          { value: 'words', label: t('tabs.words'), content: <WordsPart draft={words} /> },
          { value: 'versions', label: t('tabs.versions'), content: <VersionsPart config={config} /> },
        ]}
      />
    </>
  );
}
