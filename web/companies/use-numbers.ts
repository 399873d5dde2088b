import { useEffect, useMemo, useState } from 'react';
import type { CompanyDetail } from '../../core/companies/calls.ts';
import { callFromBrowser } from '../api.ts';
import { readNumbers } from '../public-calls.ts';

/** A company with its numbers of now: a page may be a minute old, so that it need not be made anew for each like. */
export function useNumbers<C extends CompanyDetail | null>(company: C): C {
  const id = company?.id;
  const [now, setNow] = useState<{ id: string; numbers: Partial<CompanyDetail> }>();
  useEffect(() => {
    if (!id) return;
    let isGone = false;
    callFromBrowser(readNumbers, { params: { id } }).then(
      (numbers) => {
        if (!isGone) setNow({ id, numbers });
      },
      // Those of the page are good enough.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [id]);
  // One object as long as nothing is new: what is heard of likes counts once.
  return useMemo(
    () => (company && now?.id === company.id ? { ...company, ...now.numbers } : company),
    [company, now],
  );
}
