import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageLink } from './link.tsx';
import { Seo } from './seo.tsx';
import { isReachable } from './use-network-guard.ts';

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
        <Notice title={title} text={text}>
          {missing ? null : <RetryButton retry={reloadIfReachable} />}
          <HomeLink />
        </Notice>
      </main>
      <Footer />
    </>
  );
}

/** What stands over a page that waits, because the one that was asked for cannot be had. */
export function OfflineScreen({ retry, stay }: { retry(): Promise<boolean>; stay(): void }) {
  const { t } = useTranslation(['companies', 'common']);
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => screen.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={screen} className="py-24">
      <Notice title={t('failed')} text={t('common:offlineText')}>
        <RetryButton retry={retry} />
        <button type="button" className="button" onClick={stay}>
          {t('common:stay')}
        </button>
      </Notice>
    </div>
  );
}

/** A reload that cannot succeed would end on the browser's own error page. */
async function reloadIfReachable(): Promise<boolean> {
  const reached = await isReachable();
  if (reached) window.location.reload();
  return reached;
}

export function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-xl text-center">
      <h1 className="text-3xl" tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-4 text-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

export function HomeLink() {
  const { t } = useTranslation('common');
  return (
    <PageLink to={paths.home()} className="button">
      {t('backHome')}
    </PageLink>
  );
}

/** Tries again when it is asked to, and when the browser says that the network is back. */
function RetryButton({ retry }: { retry(): Promise<boolean> }) {
  const { t } = useTranslation('common');
  const [failures, setFailures] = useState(0);
  const go = async () => {
    if (!(await retry())) setFailures((before) => before + 1);
  };
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const whenBack = () => void latest.current();
    addEventListener('online', whenBack);
    return () => removeEventListener('online', whenBack);
  }, []);
  return (
    <>
      <button type="button" className="button button-primary" onClick={() => void go()}>
        {t('retry')}
      </button>
      {failures > 0 ? (
        <p role="alert" key={failures} className="order-last w-full text-danger">
          {t('stillOffline')}
        </p>
      ) : null}
    </>
  );
}
