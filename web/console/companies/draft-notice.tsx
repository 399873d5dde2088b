import { useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import type { Draft } from '../../../core/drafts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge, type Tone } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useMay } from '../shared/may.ts';
import { ChangeList } from './change-list.tsx';
import { type Changes, listChanges } from './company-changes.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useDraftActions } from './use-draft-actions.ts';

const TONES: Record<Draft['state'], Tone> = { waiting: 'neutral', scheduled: 'good', failed: 'danger' };

/** The state of a draft in a word. Needs the texts of `drafts`. */
export function DraftBadge({ state }: { state: Draft['state'] }) {
  const { t } = useTranslation('drafts');
  return <Badge tone={TONES[state]}>{t(`badge.${state}`)}</Badge>;
}

/** State of a company's draft, with a comparison to the published company and the actions on the draft. */
export function DraftNotice({
  company,
  draft,
  onEdit,
}: {
  company: AdminCompany;
  draft: Draft;
  onEdit(): void;
}) {
  const { t } = useTranslation('drafts');
  const { language } = useRoot();
  const mayPublish = useMay()('companies.write');
  const { publish, schedule, discard, busy } = useDraftActions(company, draft);
  const [shown, setShown] = useState<'comparison' | 'schedule' | null>(null);
  const { state, publish_at } = draft;
  const date = publish_at ? formatDateTime(publish_at, language) : '';
  return (
    <section
      aria-label={t('title')}
      className={`mb-6 rounded-xl border bg-raised p-5 ${state === 'failed' ? 'border-danger' : 'border-line'}`}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm">
          <DraftBadge state={state} />
        </span>
        <span className="number text-soft text-sm">
          {t('by', { name: draft.saved_by, date: formatDateTime(draft.saved_at, language) })}
        </span>
      </p>
      <p className="mt-2">{t(`state.${state}`, { date, name: draft.approved_by ?? '' })}</p>
      {draft.before && state !== 'failed' ? <p className="mt-1 text-sm text-warning">{t('behind')}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={() => setShown('comparison')}>{t('compare')}</Button>
        <a className="button" href={paths.draftPreview(company.id, language)} target="_blank" rel="noopener">
          {t('preview')}
        </a>
        <Button onClick={onEdit}>{t('edit')}</Button>
        {mayPublish ? (
          <>
            <Button look="primary" busy={busy} onClick={() => publish.mutate()}>
              {t('publish')}
            </Button>
            {state === 'scheduled' ? (
              <Button busy={busy} onClick={() => schedule.mutate(null)}>
                {t('takeBack')}
              </Button>
            ) : (
              <Button busy={busy} onClick={() => setShown('schedule')}>
                {t('schedule')}
              </Button>
            )}
          </>
        ) : null}
        <Button busy={busy} onClick={() => discard.mutate()}>
          {t('discard')}
        </Button>
      </div>
      <DraftComparison
        company={company}
        draft={draft}
        open={shown === 'comparison'}
        onClose={() => setShown(null)}
      />
      <ScheduleDialog
        company={company.id}
        open={shown === 'schedule'}
        onClose={() => setShown(null)}
        onSchedule={schedule.mutateAsync}
      />
    </section>
  );
}

function DraftComparison({
  company,
  draft,
  open,
  onClose,
}: {
  company: AdminCompany;
  draft: Draft;
  open: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation('drafts');
  const changes = listChanges(company, draft.changes as Changes);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('compareTitle', { name: company.name })}
      className="max-w-3xl"
    >
      <p className="mb-3 text-soft">{changes.length > 0 ? t('compareText') : t('same')}</p>
      <ChangeList changes={changes} />
    </Dialog>
  );
}
