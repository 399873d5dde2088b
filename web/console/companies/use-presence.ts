import { useEffect } from 'react';
import { PRESENCE_EVERY } from '../../../core/companies/draft-rules.ts';
import { notePresence } from '../../../core/drafts/calls.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useCall } from '../shared/api.ts';

/**
 * Reports every `PRESENCE_EVERY` that this editor is open, until unmount. Returns the company's other
 * editors, its draft (null without a draft) and its newest version.
 */
export function usePresence(id: string) {
  const params = { id };
  const presence = useCall(
    notePresence,
    { params, body: {} },
    { refetchInterval: PRESENCE_EVERY, staleTime: 0, gcTime: 0 },
  );
  useEffect(
    () => () => {
      // After a failure other administrators see this editor for another minute.
      callFromBrowser(notePresence, { params: { id }, body: { editing: false } }).catch(() => {});
    },
    [id],
  );
  return presence;
}
