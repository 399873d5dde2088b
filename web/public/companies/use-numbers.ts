import { useEffect, useMemo, useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import type * as calls from '../../../core/companies/calls.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { readNumbers } from '../../shared/public-calls.ts';
import { applyServerCount } from './likes.ts';
import type { ShownCompany } from './shown-company.ts';

/** A company with its numbers of now: a page may be a minute old, so that it need not be made anew for each like. */
export function useNumbers(company: ShownCompany): ShownCompany {
  const [now, setNow] = useState<{ of: ShownCompany; numbers: Answer<typeof calls.readNumbers> }>();
  useEffect(() => {
    let isGone = false;
    callFromBrowser(readNumbers, { params: { id: company.id } }).then(
      (numbers) => {
        applyServerCount({ id: company.id, likes: numbers.likes });
        if (!isGone) setNow({ of: company, numbers });
      },
      // Those of the page are good enough.
      () => {},
    );
    return () => {
      isGone = true;
    };
    // What was loaded anew, as after a comment of one's own, is newer than what was asked for before.
  }, [company]);
  return useMemo(() => (now?.of === company ? { ...company, ...now.numbers } : company), [company, now]);
}
