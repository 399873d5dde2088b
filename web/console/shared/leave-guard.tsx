import { type RefObject, useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Confirm } from '../../shared/ui/confirm.tsx';
import type { StatusKind } from '../../shared/ui/status-icons.tsx';
import { discardDrafts } from './local-drafts.ts';
import { openedIn } from './opened.tsx';
import { watchUnsaved } from './unsaved.ts';

/** Asks before a section, or what is open over it, is left where something would be lost. */
export function LeaveGuard({
  when,
  discards = true,
  parameter,
  type = 'warning',
  title,
  text,
  leave,
  stay,
}: {
  when: boolean | RefObject<boolean>;
  /** Whether something typed is lost, about which a log-out asks too. */
  discards?: boolean;
  /** Of what is open over the section. */
  parameter?: string;
  type?: StatusKind;
  title: string;
  text: string;
  leave: string;
  stay: string;
}) {
  const isUnsaved = () => (typeof when === 'boolean' ? when : when.current);
  useEffect(() => (discards ? watchUnsaved(isUnsaved) : undefined));
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      isUnsaved() &&
      (here.pathname !== there.pathname ||
        (parameter !== undefined && openedIn(here, parameter) !== openedIn(there, parameter))),
  );
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      type={type}
      title={title}
      message={text}
      confirmLabel={leave}
      cancelLabel={stay}
      onConfirm={() => {
        if (typeof when !== 'boolean') when.current = false;
        discardDrafts();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    />
  );
}
