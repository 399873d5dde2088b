import { useEffect, useRef, useState } from 'react';
import { StaticHtml, type StaticHtmlRef } from '#engine/static-html';
import type { RankedCompany } from '../../../core/companies/calls.ts';
import type { Sort } from '../../../core/companies/sorts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rowsClass } from '../../shared/companies/list.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { useRoot } from '../../shared/root-data.ts';
import { followChoices } from '../compare/chosen.ts';
import { missing } from '../page/missing.tsx';
import { followLikes } from './likes.ts';

// The row component is loaded on demand: only rows that are added later need it.
const loadMore = async () => (await import('../../shared/companies/ranking-row.tsx')).MoreRows;

/**
 * The ranking: one row a company.
 * @param total companies of the whole ranking: places of four figures have more room
 * @param shown how many rows came with the page
 * @param more rows that "Show more" appended
 */
export function RankingList({
  rows,
  total,
  shown,
  more,
  sort,
  others,
}: {
  rows: StaticHtmlRef;
  total: number;
  shown: number;
  more: readonly RankedCompany[];
  sort: Sort;
  others: string;
}) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const list = useRef<HTMLDivElement>(null);
  // Those one comes back to are not asked for now.
  const [came] = useState(more.length);
  // Added rows receive updates of likes, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with rows that are added
  useEffect(() => (list.current ? followLikes(list.current, language) : undefined), [language, more]);
  useEffect(() => (list.current ? followChoices(list.current, language) : undefined), [language]);
  return (
    <div ref={list}>
      <StaticHtml as="ol" html={rows} className={rowsClass(total)} aria-label={t('ranking')} />
      {more.length > 0 ? (
        <OnDemand
          load={loadMore}
          props={{ companies: more, total, shown, came, sort, others }}
          failed={missing}
        />
      ) : null}
    </div>
  );
}
