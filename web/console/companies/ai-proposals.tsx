import { type ReactNode, useState } from 'react';
import type { FieldProposal } from '../../../core/ai/calls.ts';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProposalList } from '../ai/ai-preview.tsx';
import { changesOfGroups, groupProposals, undecided } from '../ai/proposal-groups.ts';
import type { Changes } from './company-changes.ts';

/** What a model proposes for a company, as a part of its card; only the accepted is saved. */
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
  onUpdate(accepted: Changes): void;
  onCancel(): void;
}) {
  const { t } = useTranslation(['transfer', 'edit', 'ai']);
  const groups = groupProposals(company, proposals);
  const [rejected, setRejected] = useState(() => undecided(groups));
  const accepted = groups.filter(({ key }) => !rejected.has(key));
  return (
    <div className="border-line border-t px-4 pt-5 pb-5 sm:px-6">
      <h3 className="text-lg">{t('transfer:ai.proposals', { count: groups.length })}</h3>
      {groups.length === 0 ? (
        <p className="mt-2 text-soft">{t('ai:preview.nothing')}</p>
      ) : (
        <ProposalList groups={groups} rejected={rejected} onReject={setRejected} />
      )}
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
          onClick={() => onUpdate(changesOfGroups(groups, rejected))}
        >
          {busy ? t('transfer:card.updating') : t('transfer:ai.update', { count: accepted.length })}
        </Button>
      </div>
    </div>
  );
}
