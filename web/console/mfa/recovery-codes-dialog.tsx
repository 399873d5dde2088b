import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSiteName } from '../../shared/layout/site-name.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';

/** Shows new recovery codes, this once: to be copied, kept as a file or printed. */
export function RecoveryCodesDialog({ codes, onKept }: { codes: readonly string[] | null; onKept(): void }) {
  const { t } = useTranslation('factors');
  // The closing animation still shows the previous content.
  const [last, setLast] = useState(codes);
  if (codes && codes !== last) setLast(codes);
  return (
    <Dialog open={codes !== null} onClose={() => {}} title={t('codes.title')} closable={false} busy>
      {last ? <Codes codes={last} onKept={onKept} /> : null}
    </Dialog>
  );
}

function Codes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const { t } = useTranslation('factors');
  const site = useSiteName();
  const [announcement, setAnnouncement] = useState('');
  const [kept, setKept] = useState(false);
  const text = `${site}\n${t('codes.title')}\n\n${codes.join('\n')}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setAnnouncement(t('codes.copied'));
    } catch {
      setAnnouncement(t('codes.notCopied'));
    }
  }

  return (
    <div className="space-y-5">
      <p className="text-soft">{t('codes.text')}</p>
      <div className="print-alone">
        <p className="hidden font-semibold print:block">
          {site} · {t('codes.title')}
        </p>
        <ol
          aria-label={t('codes.title')}
          className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-xl border border-line bg-raised p-4 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{t('codes.copy')}</Button>
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
          {t('codes.download')}
        </Button>
        <Button onClick={() => window.print()}>{t('codes.print')}</Button>
      </div>
      <p role="status" className="text-accent text-sm empty:hidden">
        {announcement}
      </p>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        {t('codes.kept')}
      </label>
      <div className="flex justify-end">
        <Button look="primary" disabled={!kept} onClick={onKept}>
          {t('codes.done')}
        </Button>
      </div>
    </div>
  );
}
