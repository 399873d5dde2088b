import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProposal, WebSource } from '../../core/ai/calls.ts';
import type { AdminCompany } from '../../core/companies/admin-calls.ts';
import { fieldLabel } from '../companies/field-value.tsx';
import { useRoot } from '../root.tsx';
import { Button } from '../ui/button.tsx';
import { ChangedValue, ChangeList } from './change-list.tsx';
import { acceptProposals, groupProposals, listChanges, type ProposalGroup } from './company-changes.ts';

/** What a model proposes, field by field, with the pages it is from; each is accepted or rejected. */
export function AiProposals({
  company,
  proposals,
  failure,
  busy,
  onUpdate,
  onCancel,
}: {
  company: AdminCompany;
  proposals: readonly FieldProposal[];
  failure: ReactNode;
  busy: boolean;
  onUpdate(accepted: FieldProposal[]): void;
  onCancel(): void;
}) {
  const { t } = useTranslation(['transfer', 'edit']);
  const groups = groupProposals(proposals);
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const accepted = groups.filter(({ key }) => !rejected.has(key));

  function decide(key: string, isAccepted: boolean) {
    const next = new Set(rejected);
    if (isAccepted) next.delete(key);
    else next.add(key);
    setRejected(next);
  }

  return (
    <div className="border-line border-t px-4 pt-5 pb-5 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">{t('transfer:ai.proposals', { count: groups.length })}</h3>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setRejected(new Set())}>{t('transfer:ai.acceptAll')}</Button>
          <Button onClick={() => setRejected(new Set(groups.map(({ key }) => key)))}>
            {t('transfer:ai.rejectAll')}
          </Button>
        </div>
      </div>
      <ul className="mt-4 space-y-3">
        {groups.map((group) => (
          <li key={group.key}>
            <Decision
              company={company}
              group={group}
              isAccepted={!rejected.has(group.key)}
              onDecide={(isAccepted) => decide(group.key, isAccepted)}
            />
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        <div role="alert" className="min-w-0 flex-1 basis-64 text-danger text-sm">
          {failure}
        </div>
        <Button busy={busy} onClick={onCancel}>
          {t('edit:cancel')}
        </Button>
        <Button
          look="primary"
          disabled={accepted.length === 0}
          busy={busy}
          onClick={() => onUpdate(accepted.flatMap((group) => group.proposals))}
        >
          {busy ? t('transfer:card.updating') : t('transfer:ai.update', { count: accepted.length })}
        </Button>
      </div>
    </div>
  );
}

function Decision({
  company,
  group: { proposals },
  isAccepted,
  onDecide,
}: {
  company: AdminCompany;
  group: ProposalGroup;
  isAccepted: boolean;
  onDecide(isAccepted: boolean): void;
}) {
  const { t } = useTranslation(['transfer', 'edit', 'categories', 'companies']);
  const { language } = useRoot();
  const name = useId();
  const [first] = proposals;
  if (!first) return null;
  const label = fieldLabel(t, first.field, first.language, language);
  const pages = [
    ...new Map(
      proposals.flatMap(({ sources }) => sources.map((source): [string, WebSource] => [source.url, source])),
    ).values(),
  ];
  const changes = listChanges(company, acceptProposals(proposals));
  const main = changes.find(({ field }) => field === first.field);
  const rest = changes.filter((change) => change !== main);
  return (
    <fieldset className={`rounded-xl border px-4 pt-3 pb-3 ${isAccepted ? 'border-accent' : 'border-line'}`}>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center justify-end gap-x-5">
        <span aria-hidden="true" className="min-w-0 flex-1 font-medium">
          {label}
        </span>
        {[true, false].map((value) => (
          <label key={String(value)} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
            <input
              type="radio"
              name={name}
              className="size-4 accent-accent"
              checked={isAccepted === value}
              onChange={() => onDecide(value)}
            />
            {t(value ? 'transfer:ai.accept' : 'transfer:ai.reject')}
          </label>
        ))}
      </div>
      {changes.length === 0 ? (
        <p className="text-soft text-sm">{t('transfer:ai.already')}</p>
      ) : (
        <>
          {main ? <ChangedValue change={main} /> : null}
          {rest.length > 0 ? <ChangeList changes={rest} /> : null}
        </>
      )}
      {pages.length > 0 ? (
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
          <span className="text-soft">{t('edit:fields.sources')}:</span>
          {pages.map(({ url, title }) => (
            <a
              key={url}
              className="link min-w-0 break-words"
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {title || url}
            </a>
          ))}
        </p>
      ) : null}
    </fieldset>
  );
}
