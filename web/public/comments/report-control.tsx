import { useEffect, useId, useRef, useState } from 'react';
import { REPORT_REASONS } from '../../../core/comments/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { reportComment } from '../../shared/public-calls.ts';
import { waitText } from '../../shared/wait-text.ts';
import { ensureVisitor } from '../analytics/record.ts';

type ReportState = 'closed' | 'open' | 'sending' | 'failed' | 'reported';

/** A quiet way to tell the moderators about a comment: a button, and the reasons below it. */
export function ReportControl({ companyId, commentId }: { companyId: string; commentId: string }) {
  const { t } = useTranslation(['comments', 'common']);
  const id = useId();
  const [state, setState] = useState<ReportState>('closed');
  const [wait, setWait] = useState<string | null>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: without this the focus would be too.
  useEffect(() => {
    if (state === 'reported') thanks.current?.focus();
  }, [state]);

  async function report(reason: (typeof REPORT_REASONS)[number]) {
    setState('sending');
    try {
      await ensureVisitor();
      await callFromBrowser(reportComment, { params: { id: companyId, commentId }, body: { reason } });
      setState('reported');
    } catch (error) {
      setWait(waitText(t, error));
      setState('failed');
    }
  }

  if (state === 'reported') {
    return (
      <p ref={thanks} role="status" tabIndex={-1} className="ml-2 basis-full py-2 text-soft text-sm">
        {t('reported')}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        className="min-h-11 px-2 text-sm text-soft"
        aria-expanded={state !== 'closed'}
        aria-controls={state === 'closed' ? undefined : id}
        onClick={() => setState(state === 'closed' ? 'open' : 'closed')}
      >
        {t('report')}
      </button>
      {state === 'closed' ? null : (
        <fieldset id={id} className="mb-2 ml-2 basis-full rounded-lg bg-tint p-4">
          <legend className="float-left mb-3 w-full text-sm">{t('reportWhy')}</legend>
          <div className="clear-both flex flex-wrap gap-2">
            {REPORT_REASONS.map((reason) => (
              <button
                key={reason}
                type="button"
                className="button"
                disabled={state === 'sending'}
                onClick={() => void report(reason)}
              >
                {t(`reasons.${reason}`)}
              </button>
            ))}
          </div>
          {state === 'failed' ? (
            <p role="alert" className="mt-2 text-danger text-sm">
              {wait ?? t('reportFailed')}
            </p>
          ) : null}
        </fieldset>
      )}
    </>
  );
}
