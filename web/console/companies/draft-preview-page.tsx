import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readAdminCompany } from '../../../core/companies/admin-calls.ts';
import { previewDraft } from '../../../core/drafts/calls.ts';
import { isLanguage, LANGUAGE_NAMES, offeredLanguages } from '../../../core/languages.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { request } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Segments } from '../../shared/ui/segments.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { Loading, NotLoaded } from '../shared/section.tsx';

const FRAME_WIDTHS = ['wide', 'narrow'] as const;
/** Width of a phone, in pixels. */
const FRAME_NARROW = 390;

export default function DraftPage({ id }: { id: string }) {
  return (
    <WithTexts features={['drafts']} fallback={<Loading />}>
      <DraftPreview id={id} />
    </WithTexts>
  );
}

/** The page of a company with its draft, in a frame in which no script runs. */
function DraftPreview({ id }: { id: string }) {
  const { t } = useTranslation(['drafts', 'problems', 'common']);
  const { language: shown } = useRoot();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(useLocation().search).get('language');
  const language = isLanguage(wanted) ? wanted : shown;
  const [width, setWidth] = useState<(typeof FRAME_WIDTHS)[number]>('wide');
  const company = useCall(readAdminCompany, { params: { id } });
  const parts = { params: { id }, query: { language } };
  const page = useQuery({
    queryKey: callKey(previewDraft, parts),
    queryFn: async () => (await request(previewDraft, parts)).text(),
    staleTime: 0,
  });
  const title = t('drafts:page.title', { name: company.data?.name ?? id });
  return (
    <>
      <title>{title}</title>
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-1 max-w-2xl text-soft">{t('drafts:page.text')}</p>
      <div className="my-6 flex flex-wrap gap-x-8 gap-y-3">
        <Segments
          label={t('drafts:page.language')}
          value={language}
          options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(value) => void navigate(paths.draftPreview(id, value), { replace: true })}
        />
        <Segments<(typeof FRAME_WIDTHS)[number]>
          label={t('drafts:page.width')}
          value={width}
          options={(['wide', 'narrow'] as const).map((value) => ({
            value,
            label: t(`drafts:page.${value}`),
          }))}
          onChange={setWidth}
        />
      </div>
      {page.data === undefined ? (
        <NotLoaded query={page} failed={t('drafts:page.failed')} lines={8} />
      ) : (
        <iframe
          title={title}
          // Without scripts nothing is counted and nothing in the page can act.
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          srcDoc={page.data}
          width={width === 'narrow' ? FRAME_NARROW : undefined}
          className="mx-auto block h-[80dvh] max-w-full rounded-xl border border-line data-[wide]:w-full"
          data-wide={width === 'wide' || undefined}
        />
      )}
    </>
  );
}
