import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../problem-text.ts';
import { NO_ERRORS, problemFields } from '../refusal-text.ts';

interface Sending {
  busy: boolean;
  /** What failed, in words, for the whole form; null where nothing did. */
  failed: string | null;
  /** What was refused, by field. */
  errors: Record<string, string>;
  /** Runs one at a time. Resolves to whether it worked; what was thrown is in `failed` and `errors`. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** The state of a form's way to the server. `fallback` says what failed where nobody knows why. */
export function useSending(fallback: string): Sending {
  const { t } = useTranslation(['problems', 'refusals', 'common']);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [errors, setErrors] = useState(NO_ERRORS);

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFailed(null);
    try {
      await work();
      setErrors(NO_ERRORS);
      return true;
    } catch (error) {
      setFailed(problemText(t, error, fallback));
      // Only now: Base UI moves the focus to the first refused field when these change after a submit.
      setErrors(problemFields(t, error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, failed, errors, run };
}
