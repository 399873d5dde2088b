import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { aiUpdateCompany } from '../../../core/ai/calls.ts';
import type { Answer } from '../../../core/call.ts';
import { JOB_ITEMS_MAX } from '../../../core/jobs/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { readSettings } from '../../../core/settings/calls.ts';
import { PROVIDER_NAMES } from '../../../core/settings/rules.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useCall } from '../shared/api.ts';
import { useStartJob } from '../shared/use-start-job.ts';
import { AiCost } from './ai-cost.tsx';
import { AiPreviewDialog } from './ai-preview.tsx';
import { AiReason } from './ai-reason.tsx';

interface AiQuestion {
  id: string;
  name: string;
}

type Proposals = Answer<typeof aiUpdateCompany>;

/** Name of the default AI provider. */
export function useProviderName(): string {
  const settings = useCall(readSettings, {});
  return PROVIDER_NAMES[settings.data?.defaultAiProvider ?? 'claude'];
}

/**
 * The one way to have companies updated by AI: for one, its proposals are shown to accept or reject;
 * many are updated in the background. `dialog` stands anywhere in the section. Needs the texts of
 * `ai` and `edit`.
 * @param language of the texts that are updated
 */
export function useAskAi(language: Language): {
  /** @param count of the companies, where they are too many to be named */
  askAi(companies: readonly AiQuestion[], count?: number): void;
  dialog: ReactNode;
} {
  const [pending, setPending] = useState<{
    companies: readonly AiQuestion[];
    count: number;
    time: number;
  } | null>(null);
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  const [only, second] = pending?.companies ?? [];
  return {
    askAi: (companies, count = companies.length) => {
      setPending((last) => ({ companies, count, time: (last?.time ?? 0) + 1 }));
      setOpen(true);
    },
    dialog:
      !pending || pending.count === 0 ? null : second || !only ? (
        <AskForMany
          key={pending.time}
          companies={pending.companies}
          count={pending.count}
          language={language}
          open={open}
          onClose={onClose}
        />
      ) : (
        <AskForOne key={pending.time} company={only} language={language} open={open} onClose={onClose} />
      ),
  };
}

function AskForOne({
  company,
  language,
  open,
  onClose,
}: {
  company: AiQuestion;
  language: Language;
  open: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation(['ai', 'common']);
  const toast = useToast();
  const provider = useProviderName();
  const [proposals, setProposals] = useState<Proposals | null>(null);
  const [deciding, setDeciding] = useState(false);
  const ask = useMutation({
    mutationFn: () => callFromBrowser(aiUpdateCompany, { params: { id: company.id }, body: { language } }),
  });

  function start() {
    ask.mutate(undefined, {
      onSuccess: (answer) => {
        onClose();
        if (answer.updatedFields.length === 0) {
          toast({ type: 'info', title: t('ai:nothingNew', { name: company.name }) });
        } else {
          setProposals(answer);
          setDeciding(true);
        }
      },
    });
  }

  const { error } = ask;
  return (
    <>
      <Confirm
        open={open}
        type={error ? 'danger' : 'info'}
        title={error ? t('ai:failedTitle') : t('ai:update')}
        message={
          error ? (
            <p role="alert">{t('ai:failed', { provider })}</p>
          ) : (
            t('ai:ask', { provider, name: company.name })
          )
        }
        confirmLabel={ask.isPending ? t('ai:asking') : error ? t('ai:tryAgain') : t('ai:update')}
        cancelLabel={error ? t('common:close') : t('ai:cancel')}
        loading={ask.isPending}
        onConfirm={start}
        onCancel={onClose}
      >
        {ask.isPending ? (
          <div role="status" className="flex items-center gap-4">
            <p className="min-w-0 flex-1 text-soft text-sm">{t('ai:searching', { provider })}</p>
            <Button
              onClick={() => {
                // A late answer is dropped.
                ask.reset();
                onClose();
              }}
            >
              {t('ai:stop')}
            </Button>
          </div>
        ) : error ? (
          <AiReason error={error} />
        ) : null}
      </Confirm>
      {proposals ? (
        <AiPreviewDialog
          open={deciding}
          name={company.name}
          companyId={company.id}
          proposals={proposals.preview ?? []}
          model={proposals.model}
          onClose={() => setDeciding(false)}
        />
      ) : null}
    </>
  );
}

function AskForMany({
  companies,
  count,
  language,
  open,
  onClose,
}: {
  companies: readonly AiQuestion[];
  count: number;
  language: Language;
  open: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation(['ai', 'common']);
  const { language: shown } = useRoot();
  const provider = useProviderName();
  const start = useStartJob();
  const { error } = start;
  if (count > JOB_ITEMS_MAX) {
    return (
      <Confirm
        open={open}
        type="warning"
        title={t('ai:update')}
        message={t('ai:tooMany', { max: formatNumber(JOB_ITEMS_MAX, shown) })}
        confirmLabel={t('common:close')}
        onConfirm={onClose}
        onCancel={onClose}
      />
    );
  }
  return (
    <Confirm
      open={open}
      type={error ? 'danger' : 'info'}
      title={error ? t('ai:failedTitle') : t('ai:update')}
      message={
        error ? (
          <p role="alert">{t('ai:failedMany')}</p>
        ) : (
          <>
            <p>{t('ai:askMany', { provider, count })}</p>
            <p className="mt-2">
              {t('ai:background')} {t('ai:toQueue')}
            </p>
            <AiCost job={{ kind: 'ai-update', companyIds: companies.map(({ id }) => id) }} enabled={open} />
          </>
        )
      }
      confirmLabel={start.isPending ? t('ai:starting') : error ? t('ai:tryAgain') : t('ai:update')}
      cancelLabel={error ? t('common:close') : t('ai:cancel')}
      loading={start.isPending}
      onConfirm={() =>
        start.mutate(
          { kind: 'ai-update', input: { companyIds: companies.map(({ id }) => id), language } },
          { onSuccess: onClose },
        )
      }
      onCancel={onClose}
    >
      {error ? <AiReason error={error} /> : null}
    </Confirm>
  );
}
