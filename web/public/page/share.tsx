import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Opens the device's share sheet. @returns false where there is none or it failed; closing it is no failure */
export async function shareByDevice(shared: { title: string; url: string }): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

interface Copied {
  text: string;
  /** False where the browser refuses: the text is shown to be copied by hand. */
  isCopied: boolean;
}

/** Copies texts, and keeps what became of the last one for `CopyResult`. */
export function useCopy(): { copied: Copied | null; copy(text: string): Promise<void> } {
  const [copied, setCopied] = useState<Copied | null>(null);
  async function copy(text: string) {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied({ text, isCopied });
  }
  return { copied, copy };
}

/** Says that a text was copied, or shows it to be copied by hand. Needs the texts of `share`. */
export function CopyResult({ copied }: { copied: Copied | null }) {
  const { t } = useTranslation('share');
  return (
    <>
      <p role="status" className="text-soft text-sm">
        {copied?.isCopied ? t('copied') : null}
      </p>
      {copied && !copied.isCopied ? (
        <label className="w-full text-sm">
          <span className="block text-soft">{t('copyByHand')}</span>
          <input
            className="field"
            readOnly
            value={copied.text}
            ref={(field) => field?.select()}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      ) : null}
    </>
  );
}
