import type { ReactNode } from 'react';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError } from '../../shared/api.ts';
import type { SectionId } from '../../shared/console/sections.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { State, StateActions } from '../../shared/ui/state.tsx';

/** A row of buttons at the end of a section's form, which stays in sight at the lower edge of the window. */
export const SECTION_FOOTER =
  'sticky bottom-0 -mx-4 mt-10 flex min-h-20 flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-paper px-4 py-3';

/** A section of the console: title, description and texts. */
export function Section({
  id,
  features = [],
  actions,
  children,
}: {
  id: SectionId;
  features?: readonly string[];
  /** Actions for the whole section, beside its title. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('console');
  const name = t(`sections.${id}.name`);
  return (
    <>
      <title>{`${name} · ${t('title')}`}</title>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-3xl">{name}</h1>
          <p className="mt-1 max-w-2xl text-soft">{t(`sections.${id}.text`)}</p>
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      <div className="mt-8">
        <WithTexts features={features} fallback={<Loading />}>
          {children}
        </WithTexts>
      </div>
    </>
  );
}

/** Placeholder lines while content is loading. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const { t } = useTranslation('common');
  return (
    <div aria-busy="true" className="space-y-3">
      <p className="sr-only">{t('loading')}</p>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i} className="skeleton h-11" />
      ))}
    </div>
  );
}

/** Part of a query without data that `NotLoaded` shows. */
export interface Unloaded {
  error: unknown;
  refetch(): Promise<unknown>;
}

/** Stands for what a query has not given: grey lines, or what failed with a way to try again. */
export function NotLoaded({
  query: { error, refetch },
  failed,
  lines,
}: {
  query: Unloaded;
  failed: string;
  lines?: number;
}) {
  if (error) return <LoadFailed error={error} text={failed} onRetry={() => void refetch()} />;
  return <Loading {...(lines ? { lines } : {})} />;
}

const isNetworkError = (error: unknown) => error instanceof CallError && error.status === 0;

/** What failed to load, with a way to try again. */
export function LoadFailed({ error, text, onRetry }: { error: unknown; text: string; onRetry(): void }) {
  const { t } = useTranslation(['problems', 'common']);
  const reason = problemText(t, error, '');
  return (
    <div role="alert" className="rounded-xl border border-line bg-raised px-6 py-10">
      <State kind={isNetworkError(error) ? 'offline' : 'failed'} title={text} text={reason}>
        <StateActions>
          <Button onClick={onRetry}>{t('common:retry')}</Button>
        </StateActions>
      </State>
    </div>
  );
}
