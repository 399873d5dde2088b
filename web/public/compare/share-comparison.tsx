import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Hands the comparison on: by what the device shares with, else by a link to paste; and to paper. */
export function ShareComparison({ title, address }: { title: string; address: string }) {
  const { t } = useTranslation('compare');
  const [state, setState] = useState<'idle' | 'copied' | 'byHand'>('idle');

  async function share() {
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title, url: address });
        return;
      } catch (error) {
        // Whoever thinks better of it wants no link instead.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(address);
      setState('copied');
    } catch {
      setState('byHand');
    }
  }

  return (
    <div className="needs-script print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="button" onClick={() => void share()}>
          {t('share')}
        </button>
        <button type="button" className="button" onClick={() => window.print()}>
          {t('print')}
        </button>
        <p role="status" className="text-soft text-sm">
          {state === 'copied' ? t('copied') : null}
        </p>
        {state === 'byHand' ? (
          <label className="w-full text-sm">
            <span className="block text-soft">{t('copyByHand')}</span>
            <input
              className="field"
              readOnly
              value={address}
              ref={(field) => field?.select()}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
        ) : null}
      </div>
    </div>
  );
}
