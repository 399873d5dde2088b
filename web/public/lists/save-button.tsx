import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { storage, USER_TOKEN_KEY } from '../../shared/api.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { BookmarkIcon } from '../../shared/ui/icons.tsx';
import { missing } from '../page/missing.tsx';
import { DEVICE_LISTS_KEY } from './device-lists-key.ts';

const loadSaving = async () => (await import('./saving.tsx')).Saving;

/** Whether this reader may have lists: only then is anything asked for before a press. */
const mayHaveLists = () => Boolean(storage.get(DEVICE_LISTS_KEY) ?? storage.get(USER_TOKEN_KEY));
const subscribeToNothing = () => () => {};

/** Saves a company at one press, or takes it out. What it does, and in which lists it is, comes with the first press. */
export function SaveButton({ company: { id, name } }: { company: { id: string; name: string } }) {
  const { t } = useTranslation('companies');
  const [presses, setPresses] = useState(0);
  const handled = useRef(0);
  const [isSaved, setSaved] = useState(false);
  const isAsked = useSyncExternalStore(subscribeToNothing, mayHaveLists, () => false) || presses > 0;
  return (
    <>
      <button
        type="button"
        className={`button needs-script max-sm:px-3 ${isSaved ? 'border-accent text-accent' : ''}`}
        aria-pressed={isSaved}
        onClick={() => setPresses(presses + 1)}
      >
        <BookmarkIcon filled={isSaved} />
        {t('save')}
      </button>
      {isAsked ? (
        <OnDemand
          load={loadSaving}
          props={{ id, name, presses, handled, onSaved: setSaved }}
          fallback={null}
          failed={presses > 0 ? missing : () => null}
          again={presses}
        />
      ) : null}
    </>
  );
}
