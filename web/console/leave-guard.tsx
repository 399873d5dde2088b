import { useBeforeUnload, useBlocker } from 'react-router';
import { Confirm } from '../ui/confirm.tsx';
import { discardDrafts } from './kept-drafts.ts';

/** Asks before a section is left where something would be lost. */
export function LeaveGuard({
  when,
  title,
  text,
  leave,
  stay,
}: {
  when: boolean;
  title: string;
  text: string;
  leave: string;
  stay: string;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (when) event.preventDefault();
  });
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      type="warning"
      title={title}
      message={text}
      confirmLabel={leave}
      cancelLabel={stay}
      onConfirm={() => {
        discardDrafts();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    />
  );
}
