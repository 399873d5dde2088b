import type { InboxKind } from '../../../core/dashboard/calls.ts';
import { MINUTE } from '../../../core/time.ts';
import { findWork, type WorkItem } from '../../../core/work/calls.ts';
import { useCall } from './api.ts';

/** What is assigned, put off or written about of the work in the inbox, and whom it can be assigned to. */
export function useWork() {
  const { data } = useCall(findWork, {}, { refetchInterval: MINUTE });
  return {
    work: data?.work ?? [],
    admins: data?.admins ?? [],
    /** @param item the id of a company; empty for all work of the kind */
    of: (kind: InboxKind, item = ''): WorkItem | undefined =>
      data?.work.find((one) => one.kind === kind && one.item === item),
  };
}
