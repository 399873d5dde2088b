import { useMutation } from '@tanstack/react-query';
import { exportInterfaceTexts, importInterfaceTexts } from '../../../core/directory/calls.ts';
import { LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalLine } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { useConfigChanged } from './use-part.ts';

/** All texts of a language as a file for translators, and back. */
export function TextFiles({ language, canImport }: { language: Language; canImport: boolean }) {
  const { t } = useTranslation(['directory', 'problems', 'refusals', 'common']);
  const toast = useToast();
  const changed = useConfigChanged();
  const download = useMutation({
    mutationFn: () => callFromBrowser(exportInterfaceTexts, { params: { language } }),
    onSuccess: (texts) =>
      saveFile(
        new Blob([`${JSON.stringify(texts, null, 2)}\n`], { type: 'application/json' }),
        `${language}.json`,
      ),
  });
  const load = useMutation({
    mutationFn: async (file: File) =>
      callFromBrowser(importInterfaceTexts, {
        params: { language },
        body: { texts: JSON.parse(await file.text()) as Record<string, unknown> },
      }),
    onSuccess: async ({ words }) => {
      await changed();
      toast({ type: 'success', title: t('texts.imported', { count: words }) });
    },
  });
  const failed = load.error ?? download.error;
  const name = LANGUAGE_NAMES[language];
  return (
    <details className="mt-5">
      <summary className="cursor-pointer font-medium">{t('texts.files')}</summary>
      <p className="mt-2 mb-4 max-w-2xl text-soft">{t('texts.filesText')}</p>
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        {t('texts.export', { language: name })}
      </Button>
      <div className="mt-4 max-w-xl">
        {canImport ? (
          <FileDrop
            label={load.isPending ? t('saving') : t('texts.import', { language: name })}
            hint={t('texts.importHint')}
            accept=".json"
            onFile={(file) => load.mutate(file)}
          />
        ) : (
          <p className="text-soft text-sm">{t('texts.importLater')}</p>
        )}
      </div>
      {failed ? (
        <p role="alert" className="mt-4 text-danger">
          {failed instanceof SyntaxError
            ? t('refusals:not_json')
            : refusalLine(t, detailsOf(failed)) || problemText(t, failed, t('failed'))}
        </p>
      ) : null}
    </details>
  );
}
