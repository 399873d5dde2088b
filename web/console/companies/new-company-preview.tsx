import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import { defaultCategory } from '../../../core/categories.ts';
import { previewNewCompany } from '../../../core/companies/admin-calls.ts';
import { FOUNDER_MAX, NAME_MAX } from '../../../core/companies/fields.ts';
import { formatRevenue } from '../../../core/companies/revenue.ts';
import { companyId, givesId } from '../../../core/companies/slug.ts';
import type { Language } from '../../../core/languages.ts';
import { completeUrl } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RankingRowPreview } from '../../shared/companies/ranking-row.tsx';
import { TYPING_PAUSE } from '../../shared/ui/search-input.tsx';
import { useCall } from '../shared/api.ts';
import { markedRow } from './marked-row.ts';
import { bodyOf, type NewCompanyDraft } from './new-company.ts';

/** The server's answer to a draft: the id of the new company, the place in its ranking and possible duplicates. */
export type NewCompanyPreview = Answer<typeof previewNewCompany>;

/**
 * Preview of the company from the typed values, debounced by `TYPING_PAUSE`. Until the next answer arrives,
 * the previous preview is kept.
 */
export function useNewCompanyPreview({ category, ...draft }: NewCompanyDraft, language: Language) {
  const typed = JSON.stringify({
    name: draft.name.trim().slice(0, NAME_MAX) || '-',
    website: completeUrl(draft.website.trim()),
    founder: draft.founder.trim().slice(0, FOUNDER_MAX),
    founded: draft.founded.trim(),
  });
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useCall(
    previewNewCompany,
    { query: { ...(JSON.parse(settled) as { name: string }), category, language } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  return data;
}

/** The row that visitors will see in a ranking, from the typed values. */
export function PreviewSection({
  draft,
  language,
  place,
}: {
  draft: NewCompanyDraft;
  language: Language;
  place: number | undefined;
}) {
  const { t } = useTranslation('add');
  const { name, category, description, founder, revenue, revenue_basis, employees, founded } = bodyOf(
    draft,
    language,
  );
  return (
    <section aria-labelledby="preview" className="mt-10">
      <h2 id="preview" className="text-lg">
        {t('preview')}
      </h2>
      <p className="mb-3 text-soft text-sm">{t('previewText')}</p>
      <div lang={language} className="rounded-xl border border-line border-dashed px-3 md:px-6">
        <RankingRowPreview
          rank={place ?? 1}
          company={{
            ...markedRow({
              id: name && givesId(name) ? companyId(name, 0) : '',
              category: category ?? defaultCategory(),
              employees: employees || null,
              revenue: formatRevenue(revenue ?? ''),
              revenue_basis: revenue_basis ?? null,
              logo: draft.logo,
              show_on_site: true,
            }),
            name: name || t('previewName'),
            description: description ?? '',
            founder: founder ?? '',
            revenue: formatRevenue(revenue ?? ''),
            founded: founded || null,
            score: 0,
            likes: 0,
          }}
        />
      </div>
    </section>
  );
}
