import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { RankedCompany } from '../../core/companies/calls.ts';
import type { Sort } from '../../core/companies/sorts.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { type Still, StillPart, useFollow } from '../still/still.tsx';
import { followLikes } from './likes.ts';
import { PAGE_LENGTH } from './list.ts';

// What draws a row is needed here for those alone that are added.
const RankingRow = lazy(async () => ({ default: (await import('./ranking-row.tsx')).RankingRow }));

/** The ranking: one row a company. @param more those that were added to the ones that came with the page */
export function RankingList({
  rows,
  more,
  sort,
  others,
}: {
  rows: Still;
  more: readonly RankedCompany[];
  sort: Sort;
  others: string;
}) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const list = useRef<HTMLDivElement>(null);
  const follow = useFollow();
  // Those one comes back to are not asked for now.
  const [came] = useState(more.length);
  // Those that are added are told of each like, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with rows that are added
  useEffect(() => (list.current ? followLikes(list.current, language) : undefined), [language, more]);
  return (
    <div ref={list}>
      <StillPart as="ol" still={rows} className="rows" aria-label={t('ranking')} />
      {more.length > 0 ? (
        <Suspense>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on one of its links clicks it */}
          <ol className="rows" aria-label={t('ranking')} onClick={follow}>
            {more.map((company, i) => (
              <RankingRow
                key={company.id}
                isNext={i >= came && i % PAGE_LENGTH === 0}
                {...{ company, sort, others }}
              />
            ))}
          </ol>
        </Suspense>
      ) : null}
    </div>
  );
}
