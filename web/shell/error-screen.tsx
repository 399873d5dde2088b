import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { StateKind } from '../../core/design/state.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { State, StateActions } from '../ui/state.tsx';
import { Frame } from './frame.tsx';
import { PageLink } from './link.tsx';
import { Seo } from './seo.tsx';
import { isReachable } from './use-network-guard.ts';

const Missing = lazy(() => import('./missing.tsx'));

/** What stands in place of a page that could not be shown. */
export function ErrorScreen({ status }: { status: number }) {
  const { t } = useTranslation(['companies', 'common']);
  return (
    <Frame>
      <div className="py-16 md:py-24">
        {status === 404 ? (
          <Suspense>
            <Missing />
          </Suspense>
        ) : (
          <>
            <Seo title={t('failed')} description={t('common:failedText')} noindex />
            <Notice kind="failed" title={t('failed')} text={t('common:failedText')}>
              <RetryButton retry={reloadIfReachable} />
              <HomeLink />
            </Notice>
          </>
        )}
      </div>
    </Frame>
  );
}

/** What stands over a page that waits, because the one that was asked for cannot be had. */
export function OfflineScreen({ retry, stay }: { retry(): Promise<boolean>; stay(): void }) {
  const { t } = useTranslation(['companies', 'common']);
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => screen.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={screen} className="py-16 md:py-24">
      <Notice kind="offline" title={t('failed')} text={t('common:offlineText')}>
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

/** A state that takes the place of a page. */
export function Notice({
  kind,
  title,
  text,
  between,
  children,
}: {
  kind: StateKind;
  title: string;
  text: string;
  /** Above what can be done. */
  between?: ReactNode;
  children: ReactNode;
}) {
  return (
    <State kind={kind} title={title} level="h1" text={text}>
      {between}
      <StateActions>{children}</StateActions>
    </State>
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
