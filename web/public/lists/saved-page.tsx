import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageVisit } from '../analytics/record.ts';
import { Seo } from '../page/seo.tsx';
import { LIST_TEXTS } from './list-name.tsx';
import { SavedLists } from './saved-lists.tsx';

/** The lists of the reader: the same page for everybody until the browser has looked. */
export default function SavedPage() {
  usePageVisit('saved');
  return (
    <div className="mx-auto max-w-3xl pt-8 pb-16 md:pt-14">
      <WithTexts features={[...LIST_TEXTS, 'accounts']} fallback={<ListsLoading />}>
        <SavedHead />
        <SavedLists loading={<ListsLoading />} />
      </WithTexts>
    </div>
  );
}

function SavedHead() {
  const { t } = useTranslation('lists');
  return (
    <>
      <Seo title={t('pageTitle')} description={t('pageTitle')} noindex />
      <h1 className="mb-6 text-4xl">{t('pageTitle')}</h1>
      <noscript>
        <p className="mb-8">{t('noscript')}</p>
      </noscript>
    </>
  );
}

function ListsLoading() {
  const { t } = useTranslation('common');
  return (
    <div aria-busy="true" className="space-y-5 noscript:hidden">
      <p className="sr-only">{t('loading')}</p>
      <div className="skeleton h-11" />
      <div className="skeleton h-24" />
      <div className="skeleton h-24" />
    </div>
  );
}
