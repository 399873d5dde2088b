import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FieldProposal, WebSource } from '../../../core/ai/calls.ts';
import { type AdminCompany, readAdminCompany, updateCompany } from '../../../core/companies/admin-calls.ts';
import type { CompanyFigure } from '../../../core/companies/facts.ts';
import { saveCompanyDraft } from '../../../core/drafts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog, FOOTER } from '../../shared/ui/dialog.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { fieldLabel, valueText } from '../fields/field-value.tsx';
import { TextDiff } from '../fields/text-diff.tsx';
import { isConflictError, useCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { NotLoaded } from '../shared/section.tsx';
import { changesOfGroups, groupProposals, type ProposalGroup, undecided } from './proposal-groups.ts';

/** Sources of a proposal that are in sight at once. */
const SOURCES = 3;

interface AiPreviewProps {
  companyId: string;
  proposals: readonly FieldProposal[];
  /** The model that proposes. */
  model?: string | undefined;
  onSaved?(company: AdminCompany): void;
  onClose(): void;
}

/** `AiPreview` in a dialog of its own. */
export function AiPreviewDialog({
  open,
  name,
  ...preview
}: AiPreviewProps & { open: boolean; name: string }) {
  const { t } = useTranslation('ai');
  return (
    <Dialog open={open} onClose={preview.onClose} title={t('preview.title', { name })} className="max-w-3xl">
      <AiPreview {...preview} />
    </Dialog>
  );
}

/**
 * What an AI proposes for a company, field by field with its sources, beside what it has now. Nothing
 * is saved but what is accepted here. Stands in a dialog; needs the texts of `ai` and `edit`.
 */
export function AiPreview(props: AiPreviewProps) {
  const { t } = useTranslation('edit');
  // Not loaded anew under an open editor, which shares it: a save finds out whether it is out of date.
  const company = useCall(
    readAdminCompany,
    { params: { id: props.companyId } },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  if (!company.data) return <NotLoaded query={company} failed={t('companyFailed')} lines={4} />;
  return <Decisions {...props} company={company.data} />;
}

function Decisions({
  company,
  proposals,
  model,
  onSaved,
  onClose,
}: AiPreviewProps & { company: AdminCompany }) {
  const { t } = useTranslation(['ai', 'edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [base, setBase] = useState(company);
  const [rejected, setRejected] = useState(() => undecided(groupProposals(company, proposals)));
  const groups = groupProposals(base, proposals);
  const accepted = groups.filter(({ key }) => !rejected.has(key));

  const save = useMutation({
    mutationFn: () =>
      callFromBrowser(updateCompany, {
        params: { id: base.id },
        body: { ...changesOfGroups(groups, rejected), version: base.version, ...(model ? { model } : {}) },
      }),
    onSuccess: (saved) => {
      void refreshRows(client);
      toast({ type: 'success', title: t('edit:saved', { name: saved.name }) });
      onSaved?.(saved);
      onClose();
    },
    onError: (error) => {
      const current = error instanceof CallError ? error.body['company'] : undefined;
      if (current) setBase(current as AdminCompany);
    },
  });
  const keep = useMutation({
    mutationFn: () =>
      callFromBrowser(saveCompanyDraft, {
        params: { id: base.id },
        body: {
          ...changesOfGroups(groups, rejected),
          ...{ version: base.version, draft_version: 0 },
          ...(model ? { model } : {}),
        },
      }),
    onSuccess: () => {
      void refreshRows(client);
      toast({ type: 'success', title: t('ai:preview.drafted', { name: base.name }) });
      onClose();
    },
  });
  const isBusy = save.isPending || keep.isPending;
  const isConflict = isConflictError(save.error);

  if (groups.length === 0) {
    return (
      <>
        <p role="status" className="py-6 text-center text-soft">
          {t('ai:preview.nothing')}
        </p>
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="text-soft">
        {t('ai:preview.text')}
        {model ? ` ${t('ai:preview.model', { model })}` : null}
      </p>
      <ProposalList groups={groups} rejected={rejected} onReject={setRejected} />
      <div className={FOOTER}>
        <div role="alert" className="min-w-0 flex-1 basis-64 text-danger text-sm">
          {save.error
            ? isConflict
              ? t('ai:preview.changed')
              : problemText(t, save.error, t('edit:failed.update'))
            : null}
          {keep.error
            ? isConflictError(keep.error)
              ? t('ai:preview.draftExists')
              : problemText(t, keep.error, t('edit:failed.update'))
            : null}
        </div>
        <Button busy={isBusy} onClick={onClose}>
          {t('ai:cancel')}
        </Button>
        <Button busy={isBusy} disabled={accepted.length === 0} onClick={() => keep.mutate()}>
          {t('ai:preview.draft')}
        </Button>
        <Button look="primary" busy={isBusy} disabled={accepted.length === 0} onClick={() => save.mutate()}>
          {save.isPending ? t('edit:saving') : t('ai:preview.save', { count: accepted.length })}
        </Button>
      </div>
    </>
  );
}

/** Proposals to accept or reject, one by one or all at once. Needs the texts of `ai` and `edit`. */
export function ProposalList({
  groups,
  rejected,
  onReject,
  rewording,
}: {
  groups: readonly ProposalGroup[];
  /** Keys of the rejected groups. */
  rejected: ReadonlySet<string>;
  onReject(rejected: ReadonlySet<string>): void;
  /** Controls below a group for rewording its proposed values. */
  rewording?(group: ProposalGroup): ReactNode;
}) {
  const { t } = useTranslation('ai');
  function decide(key: string, accept: boolean) {
    const next = new Set(rejected);
    if (accept) next.delete(key);
    else next.add(key);
    onReject(next);
  }
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={() => onReject(new Set([...undecided(groups)].filter((key) => rejected.has(key))))}>
          {t('preview.acceptAll')}
        </Button>
        <Button onClick={() => onReject(new Set(groups.map(({ key }) => key)))}>
          {t('preview.rejectAll')}
        </Button>
      </div>
      <ul className="mt-4 space-y-3">
        {groups.map((group) => (
          <Decision
            key={group.key}
            group={group}
            accepted={!rejected.has(group.key)}
            onDecide={(accept) => decide(group.key, accept)}
          >
            {rewording?.(group)}
          </Decision>
        ))}
      </ul>
    </>
  );
}

function Decision({
  group: { field, language: of, members, sources, doubt },
  accepted,
  onDecide,
  children,
}: {
  group: ProposalGroup;
  accepted: boolean;
  onDecide(accept: boolean): void;
  children: ReactNode;
}) {
  const { t } = useTranslation(['ai', 'edit', 'categories', 'companies']);
  const { language } = useRoot();
  const name = fieldLabel(t, field, of, language);
  const [figure] = members;
  const label =
    field === 'figures' && figure
      ? t('ai:preview.figure', {
          figure: t(`companies:metric_${(figure.proposed as CompanyFigure).metric}`),
          year: (figure.proposed as CompanyFigure).year,
        })
      : name;
  return (
    <li
      className={`rounded-xl border bg-raised px-4 pt-1.5 pb-4 ${accepted ? 'border-accent' : 'border-line'}`}
    >
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={accepted}
          aria-label={t('ai:preview.accept', { field: label })}
          onChange={(event) => onDecide(event.currentTarget.checked)}
        />
        <span className="min-w-0 flex-1 font-medium">{label}</span>
        <span className={`text-sm ${accepted ? 'text-accent' : 'text-soft'}`}>
          {accepted ? t('ai:preview.accepted') : t('ai:preview.rejected')}
        </span>
      </label>
      <div className="space-y-2 sm:pl-8">
        {members.map((member) => (
          <Replacement
            key={member.field}
            {...member}
            label={member.field === field ? null : fieldLabel(t, member.field, null, language)}
            of={of}
          />
        ))}
        {doubt ? <p className="text-sm text-warning">{t(`ai:preview.doubt.${doubt}`)}</p> : null}
        {children}
        {/* The company's list of sources is made of the pages themselves. */}
        {field === 'sources' ? null : <WebSources sources={sources} />}
      </div>
    </li>
  );
}

function Replacement({
  field,
  old,
  proposed,
  label,
  of,
}: ProposalGroup['members'][number] & { label: string | null; of: ProposalGroup['language'] }) {
  const { t } = useTranslation(['ai', 'edit', 'categories', 'companies']);
  const { language } = useRoot();
  const was = valueText(t, field, old, language);
  const is = valueText(t, field, proposed, language);
  const isProse = of !== null && field !== 'name' && field !== 'founder' && was !== '' && is !== '';
  if (isProse || field === 'sources') {
    return (
      <p className="whitespace-pre-wrap wrap-anywhere" lang={of ?? undefined}>
        <TextDiff before={was} after={is} language={of ?? language} />
      </p>
    );
  }
  return (
    <div>
      {label ? <p className="text-soft text-sm">{label}</p> : null}
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2">
        <div>
          {/* Above two columns it is said once for a figure and its year. */}
          <dt className={`text-soft text-xs ${label ? 'sm:sr-only' : ''}`}>{t('ai:preview.now')}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere" lang={of ?? undefined}>
            {was || <span className="text-soft">{t('edit:noValue')}</span>}
          </dd>
        </div>
        <div>
          <dt className={`text-soft text-xs ${label ? 'sm:sr-only' : ''}`}>{t('ai:preview.proposed')}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere text-accent" lang={of ?? undefined}>
            {is || <span className="text-soft">{t('edit:noValue')}</span>}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function WebSources({ sources }: { sources: WebSource[] }) {
  const { t } = useTranslation('ai');
  const [all, setAll] = useState(false);
  if (sources.length === 0) return <p className="text-soft text-sm">{t('preview.noSource')}</p>;
  const more = sources.length - SOURCES;
  return (
    <div className="pt-1 text-sm">
      <p className="text-soft text-xs">{t('preview.sources')}</p>
      <ul>
        {(all ? sources : sources.slice(0, SOURCES)).map(({ url, title }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="link inline-block min-h-6 wrap-anywhere"
            >
              {title || new URL(url).hostname}
            </a>
            {title ? <span className="text-soft"> · {new URL(url).hostname}</span> : null}
          </li>
        ))}
      </ul>
      {more > 0 && !all ? (
        <button type="button" className="link min-h-11 text-accent" onClick={() => setAll(true)}>
          {t('preview.moreSources', { count: more })}
        </button>
      ) : null}
    </div>
  );
}
