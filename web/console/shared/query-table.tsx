import { type ReactNode, useEffect } from 'react';
import { pageCount } from '../../../core/pagination.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Pagination } from '../../shared/ui/pagination.tsx';
import { useScrollToTop } from '../../shared/ui/scroll-to-top.ts';
import { State, StateActions } from '../../shared/ui/state.tsx';
import type { Counted } from './api.ts';
import { NotLoaded, type Unloaded } from './section.tsx';

/** Stands for a list in which there is nothing, with a way out where filters are why. */
export function Empty({ text, onReset }: { text: string; onReset?: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  return (
    <div className="rounded-xl border border-line border-dashed px-6 py-12">
      <State kind={onReset ? 'missing' : 'empty'} text={text}>
        {onReset ? (
          <StateActions>
            <Button onClick={onReset}>{t('resetFilters')}</Button>
          </StateActions>
        ) : null}
      </State>
    </div>
  );
}

/**
 * A list in pages, as its address names them: a bar above it, where the size is chosen, and one below.
 * Where fewer are left than when its page was asked for, it goes to the last one.
 */
export function QueryTable<Row>({
  query,
  state,
  onChange,
  failed,
  empty,
  onReset,
  children,
}: {
  query: Unloaded & { data: Counted<Row> | undefined; isPlaceholderData: boolean };
  state: { page: number; size: number };
  onChange(changes: { page?: number; size?: number }): void;
  failed: string;
  empty: string;
  /** Where filters may be why it is empty. */
  onReset?: (() => void) | undefined;
  /** The rows of the page. */
  children(rows: Row[]): ReactNode;
}) {
  const { t } = useTranslation('ui');
  const { data } = query;
  const pages = data === undefined ? undefined : pageCount(data.total, state.size);
  const page = Math.min(state.page, pages ?? state.page);
  const isPast = page < state.page && !query.isPlaceholderData;
  useEffect(() => {
    if (isPast) onChange({ page });
  }, [isPast, page, onChange]);

  const scrollToTop = useScrollToTop(page);
  const turning = {
    page,
    pages: pages ?? 1,
    onPage: (next: number) => {
      scrollToTop();
      onChange({ page: next });
    },
  };
  if (data === undefined) return <NotLoaded query={query} failed={failed} lines={8} />;
  if (data.total === 0) return <Empty text={empty} onReset={onReset} />;
  return (
    <>
      <div className="mb-3 empty:hidden">
        <Pagination
          label={t('pagination.above')}
          {...turning}
          size={state.size}
          onSize={(size) => onChange({ size })}
        />
      </div>
      <div
        aria-busy={query.isPlaceholderData}
        className="transition-opacity aria-busy:opacity-60 aria-busy:delay-200"
      >
        {children(data.rows)}
      </div>
      <div className="mt-4 empty:hidden">
        <Pagination label={t('pagination.below')} {...turning} />
      </div>
    </>
  );
}
