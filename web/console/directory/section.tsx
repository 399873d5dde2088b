import type { Answer } from '../../../core/call.ts';
import type { readDirectoryConfig } from '../../../core/directory/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { NotLoaded, Section } from '../shared/section.tsx';
import { SubPages } from '../shared/sub-pages.tsx';
import { CategoriesPart } from './categories-part.tsx';
import { FieldsPart } from './fields-part.tsx';
import { HomePart } from './home-part.tsx';
import { IdentityPart } from './identity-part.tsx';
import { KindsPart } from './kinds-part.tsx';
import { LanguagesPart } from './languages-part.tsx';
import { LinksPart } from './links-part.tsx';
import { LooksPart } from './looks-part.tsx';
import { ScorePart } from './score-part.tsx';
import { SetupPart } from './setup-part.tsx';
import { TextsPart } from './texts-part.tsx';
import { useDirectoryConfig, usePart } from './use-part.ts';
import { VersionsPart } from './versions-part.tsx';

export default function DirectorySection() {
  return (
    <Section id="directory" features={['directory', 'refusals', 'scores', 'settings', 'ui', 'edit']}>
      <LoadedDirectory />
    </Section>
  );
}

function LoadedDirectory() {
  const { t } = useTranslation('directory');
  const query = useDirectoryConfig();
  return query.data ? <Parts config={query.data} /> : <NotLoaded query={query} failed={t('loadFailed')} />;
}

function Parts({ config }: { config: Answer<typeof readDirectoryConfig> }) {
  const { t } = useTranslation('directory');
  const identity = usePart('identity', config.identity);
  const languages = usePart('languages', config.languages);
  const categories = usePart('categories', config.categories);
  const kinds = usePart('kinds', config.kinds);
  const fields = usePart('fields', config.fields);
  const links = usePart('links', config.links);
  const home = usePart('home', config.home);
  const looks = usePart('looks', config.looks);
  const texts = usePart('texts', config.texts);
  const score = usePart('score', config.score);
  const pages = [
    { id: 'identity', draft: identity, content: <IdentityPart draft={identity} /> },
    { id: 'languages', draft: languages, content: <LanguagesPart draft={languages} /> },
    { id: 'categories', draft: categories, content: <CategoriesPart draft={categories} /> },
    { id: 'kinds', draft: kinds, content: <KindsPart draft={kinds} /> },
    { id: 'fields', draft: fields, content: <FieldsPart draft={fields} /> },
    { id: 'links', draft: links, content: <LinksPart draft={links} /> },
    { id: 'home', draft: home, content: <HomePart draft={home} /> },
    {
      id: 'looks',
      draft: looks,
      content: <LooksPart draft={looks} categories={config.categories.value} />,
    },
    { id: 'texts', draft: texts, content: <TextsPart draft={texts} /> },
    { id: 'score', draft: score, content: <ScorePart draft={score} /> },
    { id: 'setup', draft: undefined, content: <SetupPart config={config} /> },
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
