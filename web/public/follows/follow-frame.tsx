import type { ReactNode } from 'react';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Seo } from '../page/seo.tsx';
import { FOLLOW_TEXTS } from './follow-texts.ts';

/** A page about follows: the same for everybody until the browser has asked for the account. */
export function FollowFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-3xl pt-8 pb-16 md:pt-14">
      <WithTexts features={FOLLOW_TEXTS} fallback={<FollowsLoading />}>
        <FollowHead />
        {children}
      </WithTexts>
    </div>
  );
}

function FollowHead() {
  const { t } = useTranslation('follows');
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

export function FollowsLoading() {
  const { t } = useTranslation('common');
  return (
    <div aria-busy="true" className="space-y-5 noscript:hidden">
      <p className="sr-only">{t('loading')}</p>
      <div className="skeleton h-16" />
      <div className="skeleton h-16" />
    </div>
  );
}
