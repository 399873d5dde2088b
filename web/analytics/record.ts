import { useEffect } from 'react';
import { recordCategoryView, recordPageVisit, VISITOR_KEY } from '../../core/analytics/calls.ts';
import { type ListedCompany, viewCompany } from '../../core/companies/calls.ts';
import { send, storage } from '../api.ts';

/** Counts a visit of a page once on entry. A failure is only logged: no visitor has to know. */
export function usePageVisit(page: string): void {
  useEffect(() => {
    // A page that is left at once, and the second effect of React's development checks, do not count.
    const timer = setTimeout(async () => {
      try {
        const { sessionId } = await send(recordPageVisit, {
          body: { page, sessionId: storage.get(VISITOR_KEY) },
        });
        if (sessionId) storage.set(VISITOR_KEY, sessionId);
      } catch (error) {
        console.info('The visit was not counted.', error);
      }
    }, 50);
    return () => clearTimeout(timer);
  }, [page]);
}

export function recordCompanyView({ id, category }: Pick<ListedCompany, 'id' | 'category'>): void {
  send(viewCompany, { params: { id } }).catch(() => {});
  send(recordCategoryView, { body: { category, companyId: id } }).catch(() => {});
}
