import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { defineCall } from '../../core/call.ts';
import { companyParams } from '../../core/companies/calls.ts';
import { readSettings } from '../../core/settings/calls.ts';
import { AI_PROVIDERS, type AiProvider } from '../../core/settings/rules.ts';
import { send } from '../api.ts';
import { useCall } from '../console/api.ts';
import { runAll } from '../console/run-all.ts';
import { problemText } from '../problem-text.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Progress } from '../ui/progress.tsx';
import { useToast } from '../ui/toast.tsx';

const askForUpdate = defineCall({
  name: 'previewAiUpdate',
  method: 'POST',
  path: '/admin/companies/:id/ai-update',
  access: 'admin',
  tag: 'AI',
  summary: 'Asks a provider for newer values of a company, without saving them.',
  params: companyParams,
  body: z.object({ provider: z.enum(AI_PROVIDERS), preview: z.literal(true) }),
  answer: z.object({ updatedFields: z.array(z.string()) }),
});

interface Asked {
  id: string;
  name: string;
}

/** Reasons that are named where some of many failed. */
const REASONS = 3;
const PROVIDER_NAMES: Record<AiProvider, string> = { claude: 'Claude', gemini: 'Gemini' };

/**
 * The one way to have companies updated by AI: `askAi(companies)` asks, shows how far it is and what
 * failed; `dialog` stands anywhere in the section. Needs the texts of `ai` and `problems`.
 */
export function useAskAi(): { askAi(companies: readonly Asked[]): void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ companies: readonly Asked[]; time: number } | null>(null);
  const [open, setOpen] = useState(false);
  return {
    askAi: (companies) => {
      setAsked((last) => ({ companies, time: (last?.time ?? 0) + 1 }));
      setOpen(true);
    },
    dialog: asked ? (
      <AskAi key={asked.time} companies={asked.companies} open={open} onClose={() => setOpen(false)} />
    ) : null,
  };
}

function AskAi({
  companies,
  open,
  onClose,
}: {
  companies: readonly Asked[];
  open: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation(['ai', 'problems', 'common']);
  const toast = useToast();
  const settings = useCall(readSettings, {});
  const provider = settings.data?.defaultAiProvider ?? 'claude';
  const [finished, setFinished] = useState(0);
  const stop = useRef<AbortController>(null);
  const ask = useMutation({
    mutationFn: (items: readonly Asked[]) => {
      stop.current = new AbortController();
      setFinished(0);
      return runAll(
        items,
        ({ id }) => send(askForUpdate, { params: { id }, body: { provider, preview: true } }),
        { signal: stop.current.signal, onProgress: setFinished },
      );
    },
    onSuccess: ({ done, failed }) => {
      if (failed.length > 0) return;
      onClose();
      const count = done.filter(({ result }) => result.updatedFields.length > 0).length;
      toast({ type: 'info', title: t('ai:update'), message: t('ai:answered', { count }) });
    },
  });
  const [only] = companies;
  const one = companies.length === 1 && only ? only : null;
  const names = { provider: PROVIDER_NAMES[provider], name: one?.name ?? '', count: companies.length };
  const failed = ask.isPending ? [] : (ask.data?.failed ?? []);
  const reasons = [...new Set(failed.map(({ error }) => problemText(t, error, '')))].filter(Boolean);
  const total = ask.variables?.length ?? companies.length;
  const question = one ? t('ai:ask', names) : t('ai:askMany', names);
  const failure = one ? t('ai:failed', names) : t('ai:failedMany');
  return (
    <Confirm
      open={open}
      type={failed.length > 0 ? 'danger' : 'info'}
      title={failed.length > 0 ? t('ai:failedTitle') : t('ai:update')}
      message={failed.length > 0 ? <p role="alert">{failure}</p> : question}
      confirmLabel={ask.isPending ? t('ai:asking') : failed.length > 0 ? t('ai:tryAgain') : t('ai:update')}
      cancelLabel={failed.length > 0 ? t('common:close') : t('ai:cancel')}
      loading={ask.isPending}
      onConfirm={() => ask.mutate(failed.length > 0 ? failed.map(({ item }) => item) : companies)}
      onCancel={onClose}
    >
      {ask.isPending && total > 1 ? (
        <div className="flex items-center gap-4">
          <Progress value={finished} total={total} label={t('ai:progress', { finished, total })} />
          <Button onClick={() => stop.current?.abort()}>{t('ai:stop')}</Button>
        </div>
      ) : (
        reasons.slice(0, REASONS).map((reason) => (
          <p key={reason} className="text-soft text-sm">
            {reason}
          </p>
        ))
      )}
    </Confirm>
  );
}
