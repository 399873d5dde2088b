import { useEffect } from 'react';
import { VISITOR_KEY } from '../../../core/analytics/visitor-session.ts';
import type { ListedCompany } from '../../../core/companies/calls.ts';
import { callFromBrowser, storage } from '../../shared/api.ts';
import { recordCategoryView, recordPageVisit, viewCompany } from '../../shared/public-calls.ts';

/** The visit being recorded: what is sent meanwhile waits for the session it brings. */
let recording: Promise<void> | undefined;

function recordVisit(page: string): Promise<void> {
  recording = (recording ?? Promise.resolve())
    .then(async () => {
      const { sessionId } = await callFromBrowser(recordPageVisit, {
        body: { page, sessionId: storage.get(VISITOR_KEY) },
      });
      if (sessionId) storage.set(VISITOR_KEY, sessionId);
    })
    // No visitor has to know (specification, section 8).
    .catch((error) => console.info('The visit was not counted.', error));
  return recording;
}

/** Registers a visitor session if this browser has none, so that later likes count for the same visitor. */
export async function ensureVisitor(): Promise<void> {
  await recording;
  if (!storage.get(VISITOR_KEY)) await recordVisit('company');
}

/** Counts a visit of a page once on entry. */
export function usePageVisit(page: string): void {
  useEffect(() => {
    // A page that is left at once, and the second effect of React's development checks, do not count.
    const timer = setTimeout(() => void recordVisit(page), 50);
    return () => clearTimeout(timer);
  }, [page]);
}

export function recordCompanyView({ id, category }: Pick<ListedCompany, 'id' | 'category'>): void {
  void ensureVisitor().then(() => {
    callFromBrowser(viewCompany, { params: { id } }).catch(() => {});
    callFromBrowser(recordCategoryView, { body: { category, companyId: id } }).catch(() => {});
  });
}

/** Counts a view of a company that no row was clicked for: of its page, or of a panel opened by its address. */
export function useCompanyView(company: Pick<ListedCompany, 'id' | 'category'> | null): void {
  const { id, category } = company ?? {};
  useEffect(() => {
    if (!id || !category) return;
    const timer = setTimeout(() => recordCompanyView({ id, category }), 50);
    return () => clearTimeout(timer);
  }, [id, category]);
}
