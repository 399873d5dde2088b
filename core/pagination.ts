/** Page sizes of the pagination bar (specification, section 9). */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** Up to this many pages the bar shows every one. */
const SHOWN_WITHOUT_ELLIPSIS = 7;

export type PageItem = number | 'ellipsis-start' | 'ellipsis-end';

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/**
 * What the pagination bar shows around `current` (from 1): every page when there are seven or
 * fewer, otherwise the first, the last and the current one with its neighbours, ellipses between.
 */
export function pageItems(current: number, pages: number): PageItem[] {
  if (pages <= SHOWN_WITHOUT_ELLIPSIS) return Array.from({ length: pages }, (_, i) => i + 1);
  const start = Math.max(2, Math.min(current - 1, pages - 4));
  const end = Math.min(pages - 1, Math.max(current + 1, 5));
  const items: PageItem[] = [1];
  if (start > 2) items.push('ellipsis-start');
  for (let page = start; page <= end; page++) items.push(page);
  if (end < pages - 1) items.push('ellipsis-end');
  items.push(pages);
  return items;
}
