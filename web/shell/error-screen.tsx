import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { Header } from './header.tsx';
import { PageLink } from './link.tsx';
import { Seo } from './seo.tsx';

/** What stands in place of a page that could not be shown. 404: no such category. */
export function ErrorScreen({ status }: { status: number }) {
  const { t } = useTranslation(['categories', 'companies', 'common']);
  const missing = status === 404;
  const title = missing ? t('categories:notFoundTitle') : t('companies:failed');
  const text = missing ? t('categories:notFoundText') : t('common:failedText');
  return (
    <>
      <Header />
      <main id="main" className="shell py-24">
        <Seo title={title} description={text} noindex />
        <Notice title={title} text={text} retry={!missing} />
      </main>
    </>
  );
}

export function Notice({ title, text, retry }: { title: string; text: string; retry: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div className="mx-auto max-w-xl text-center">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-4 text-soft">{text}</p>
      <div className="mt-8 flex justify-center gap-3">
        {retry ? (
          <button type="button" className="button button-primary" onClick={() => window.location.reload()}>
            {t('retry')}
          </button>
        ) : null}
        <PageLink to={paths.home()} className="button">
          {t('backHome')}
        </PageLink>
      </div>
    </div>
  );
}
