import type { ReactNode } from 'react';
import { PAGE_SIZES, pageItems } from '../../../core/pagination.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

interface PaginationProps {
  /** Tells two bars of one list apart. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  onPage(page: number): void;
  /** With both there is a choice of how many stand on a page. */
  size?: number;
  onSize?(size: number): void;
}

const STEP_BUTTON =
  'number inline-flex min-h-11 min-w-8 items-center justify-center rounded-lg px-0.5 text-sm sm:min-w-11 sm:px-1';

/** The pagination bar (specification, 'Reusable pieces'). With one page there is none. Needs the texts of `ui`. */
export function Pagination({ label, page, pages, onPage, size, onSize }: PaginationProps) {
  const { t } = useTranslation('ui');
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {size !== undefined && onSize ? (
        <label className="flex items-center gap-3 text-sm">
          <span className="whitespace-nowrap text-soft">{t('pagination.size')}</span>
          <select
            className="field number w-auto"
            value={size}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          >
            {PAGE_SIZES.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <ul className="-mx-1 ml-auto flex flex-wrap items-center justify-end">
        <Turn label={t('pagination.previous')} to={page - 1} isPossible={page > 1} onPage={onPage}>
          ‹
        </Turn>
        {pageItems(page, pages).map((item) => (
          <li key={item}>
            {typeof item === 'number' ? (
              <button
                type="button"
                aria-label={t('pagination.page', { page: item })}
                aria-current={item === page ? 'page' : undefined}
                className={`${STEP_BUTTON} text-soft hover:bg-tint hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink`}
                onClick={() => onPage(item)}
              >
                {item}
              </button>
            ) : (
              <span aria-hidden="true" className={`${STEP_BUTTON} text-soft`}>
                …
              </span>
            )}
          </li>
        ))}
        <Turn label={t('pagination.next')} to={page + 1} isPossible={page < pages} onPage={onPage}>
          ›
        </Turn>
      </ul>
    </nav>
  );
}

/** At the end of its way it keeps the focus, which `disabled` would throw out. */
function Turn({
  label,
  to,
  isPossible,
  onPage,
  children,
}: {
  label: string;
  to: number;
  isPossible: boolean;
  onPage(page: number): void;
  children: ReactNode;
}) {
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        aria-disabled={!isPossible}
        className={`${STEP_BUTTON} text-lg hover:bg-tint aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:bg-transparent`}
        onClick={() => {
          if (isPossible) onPage(to);
        }}
      >
        {children}
      </button>
    </li>
  );
}
