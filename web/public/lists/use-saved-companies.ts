import { findCompaniesById } from 'virtual:list-endpoints';
import { useEffect, useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import type { findCompaniesById as FindCompaniesById } from '../../../core/lists/calls.ts';
import type { SavedEntry } from '../../../core/lists/rules.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useRoot } from '../../shared/root-data.ts';

type SavedCompany = Answer<typeof FindCompaniesById>[number];

export interface SavedCompanies {
  /** Company by its id in the list; undefined while it loads, null if it is hidden or deleted. */
  of(id: string): SavedCompany | null | undefined;
  /** Visible companies with their notes, in the order of the list. */
  shown: { company: SavedCompany; note: string }[];
  /** All that the list has were asked for. */
  isComplete: boolean;
  /** They could not be had. */
  hasFailed: boolean;
  retry(): void;
}

/** The companies of a list as they are today, in the language of the page. */
export function useSavedCompanies(entries: readonly SavedEntry[]): SavedCompanies {
  const { language } = useRoot();
  const [known, setKnown] = useState<ReadonlyMap<string, SavedCompany | null>>(new Map());
  const [failedFor, setFailedFor] = useState('');
  const keyOf = (id: string) => `${language} ${id}`;
  const wanted = entries.map(({ id }) => id).filter((id) => !known.has(keyOf(id)));
  const ids = wanted.toSorted().join();

  useEffect(() => {
    if (ids === '' || failedFor === ids) return;
    let isLeft = false;
    callFromBrowser(findCompaniesById, { query: { ids, language } }).then(
      (found) => {
        if (isLeft) return;
        const companies = new Map(found.map((company) => [company.asked, company]));
        setKnown((before) => {
          const after = new Map(before);
          for (const id of ids.split(',')) after.set(`${language} ${id}`, companies.get(id) ?? null);
          return after;
        });
      },
      () => {
        if (!isLeft) setFailedFor(ids);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [ids, language, failedFor]);

  const of = (id: string) => known.get(keyOf(id));
  return {
    of,
    shown: entries.flatMap(({ id, note }) => {
      const company = of(id);
      return company ? [{ company, note }] : [];
    }),
    isComplete: wanted.length === 0,
    hasFailed: ids !== '' && failedFor === ids,
    retry: () => setFailedFor(''),
  };
}
