import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { BellIcon } from '../../shared/ui/icons.tsx';
import { missing } from '../page/missing.tsx';
import type { Followable } from './follow-texts.ts';

const loadFollowDialog = async () => (await import('./follow-dialog.tsx')).FollowDialog;

/** Opens what one will get and how often. Its script comes with the first press. */
export function FollowButton(followed: Followable) {
  const { t } = useTranslation('companies');
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="needs-script">
      <button
        ref={button}
        type="button"
        className="button max-sm:px-3"
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <BellIcon />
        {t('follow')}
      </button>
      {isAsked ? (
        <OnDemand
          load={loadFollowDialog}
          props={{ followed, open: isOpen, onClose: () => setOpen(false), button }}
          failed={missing}
          again={isOpen}
        />
      ) : null}
    </div>
  );
}
