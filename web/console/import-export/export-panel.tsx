import { useMutation } from '@tanstack/react-query';
import { exportCompanies, exportTable } from '../../../core/import-export/calls.ts';
import { LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { receiveFile } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { useToast } from '../../shared/ui/toast.tsx';

const EXPORTS = ['migration', 'backup', 'legacy', 'table'] as const;
type Export = (typeof EXPORTS)[number];

function receive(kind: Export, language: Language) {
  if (kind === 'table') return receiveFile(exportTable, {});
  return receiveFile(exportCompanies, {
    query: kind === 'legacy' ? { format: 'legacy', language } : { type: kind },
  });
}

export function ExportPanel() {
  const { t } = useTranslation(['transfer', 'problems', 'common']);
  const { language } = useRoot();
  const toast = useToast();
  const run = useMutation({
    mutationFn: (kind: Export) => receive(kind, language),
    onSuccess: (received) => {
      saveFile(received.file, received.name);
      toast({ type: 'success', title: t('transfer:export.done'), message: received.name });
    },
    onError: (error, kind) =>
      toast({
        type: 'error',
        title: t('transfer:export.failed', { type: t(`transfer:export.${kind}.type`) }),
        message: problemText(t, error, ''),
      }),
  });
  return (
    <section aria-labelledby="export" className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
      <h2 id="export" className="text-xl">
        {t('transfer:export.title')}
      </h2>
      <p className="mt-1 text-soft">{t('transfer:export.text')}</p>
      <ul className="mt-4 divide-y divide-line">
        {EXPORTS.map((kind) => {
          const busy = run.isPending && run.variables === kind;
          const name = t(`transfer:export.${kind}.name`);
          return (
            <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
              <div className="min-w-0 flex-1 basis-56">
                <h3 id={`export-${kind}`} className="text-base">
                  {name}
                </h3>
                <p className="text-soft text-sm">
                  {t(`transfer:export.${kind}.text`, { language: LANGUAGE_NAMES[language] })}
                </p>
              </div>
              <Button
                busy={busy}
                aria-label={t('transfer:export.runNamed', { name })}
                onClick={() => run.mutate(kind)}
              >
                {busy ? t('transfer:export.running') : t('transfer:export.run')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
