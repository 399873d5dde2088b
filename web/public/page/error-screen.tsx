import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import type { StateKind } from '../../../core/design/state.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { reloadIfReachable } from '../../shared/layout/use-network-guard.ts';
import { inLanguage, paths, withoutLanguage } from '../../shared/paths.ts';
import { Frame } from './frame.tsx';
import { Seo } from './seo.tsx';

/** What stands in place of a page that could not be shown. */
export function ErrorScreen({ status }: { status: number }) {
  const { t } = useTranslation(['companies', 'common']);
  return (
    <Frame>
      <div className="py-16 md:py-24">
        {status === 404 ? (
          <NotFoundScreen />
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

/** 404 page: reports a missing category for a path with a single segment, else a missing page. */
function NotFoundScreen() {
  const { t } = useTranslation('common');
  const path = withoutLanguage(useLocation().pathname);
  const isCategory = /^\/[^/]+$/.test(path);
  const title = isCategory ? t('categoryNotFoundTitle') : t('pageNotFoundTitle');
  const text = isCategory ? t('categoryNotFoundText') : t('pageNotFoundText');
  return (
    <>
      <Seo title={title} description={text} noindex />
      <Notice kind="missing" title={title} text={text}>
        <HomeLink />
      </Notice>
    </>
  );
}

/** Overlay of the current page while the requested one cannot be loaded. */
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

/** A state that takes the place of a page; where something is missing, with a way to look for it. */
export function Notice({
  kind,
  title,
  text,
  children,
}: {
  kind: StateKind;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-xl text-center">
      <div aria-hidden="true" data-state-picture={kind} className="mx-auto mb-8" />
      <h1 className="text-3xl" tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-4 text-soft">{text}</p>
      {kind === 'missing' ? <DirectorySearch /> : null}
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

function DirectorySearch() {
  const { t } = useTranslation(['companies', 'common']);
  const language = pathLanguage(useLocation().pathname);
  return (
    <Form
      method="get"
      action={inLanguage(paths.category('all'), language)}
      role="search"
      className="mt-8 flex flex-wrap gap-3"
    >
      <input
        className="field min-w-[min(12rem,100%)] flex-1"
        type="search"
        name="q"
        required
        maxLength={200}
        aria-label={t('common:searchDirectory')}
        placeholder={t('searchPlaceholder')}
      />
      <button type="submit" className="button button-primary">
        {t('search')}
      </button>
    </Form>
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
