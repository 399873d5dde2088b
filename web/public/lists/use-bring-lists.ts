import { useEffect } from 'react';
import { useAccount } from '../../shared/accounts/session.ts';
import { storage } from '../../shared/api.ts';
import { DEVICE_LISTS_KEY } from './device-lists-key.ts';

/** Brings the lists of the device along into the account that is logged in, if there are any. */
export function useBringLists(): void {
  const isIn = useAccount().status === 'in';
  useEffect(() => {
    if (!isIn || !storage.get(DEVICE_LISTS_KEY)) return;
    // Where it fails they stay on the device, and the next page tries again.
    import('./list-store.ts').then(({ bringAlong }) => bringAlong()).catch(() => {});
  }, [isIn]);
}
