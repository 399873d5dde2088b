import { useRef, useState } from 'react';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAccount } from '../../shared/accounts/session.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { missing } from '../page/missing.tsx';

const loadReplyDialog = async () => (await import('../follows/follow-dialog.tsx')).FollowDialog;

/** Lets somebody who commented without an account leave an address for replies; an account is told of them anyway. */
export function TellReplies({ commentId }: { commentId: string }) {
  const account = useAccount();
  if (account.status === 'in') return null;
  return (
    <WithTexts features={['follows']} fallback={null}>
      <TellButton commentId={commentId} />
    </WithTexts>
  );
}

function TellButton({ commentId }: { commentId: string }) {
  const { t } = useTranslation('follows');
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="min-h-11 px-2 text-accent text-sm"
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {t('tellReplies')}
      </button>
      {isAsked ? (
        <OnDemand
          load={loadReplyDialog}
          props={{
            followed: { name: '', comment: commentId },
            ...{ open: isOpen, onClose: () => setOpen(false), button },
          }}
          failed={missing}
          again={isOpen}
        />
      ) : null}
    </>
  );
}
