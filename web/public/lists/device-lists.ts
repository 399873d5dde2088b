import {
  SAVED_COMPANIES_MAX,
  SAVED_LISTS_MAX,
  SAVED_NAME_MAX,
  SAVED_NOTE_MAX,
  type SavedEntry,
} from '../../../core/lists/rules.ts';
import { isStorable } from '../../../core/text.ts';
import { storage } from '../../shared/api.ts';
import { DEVICE_LISTS_KEY } from './device-lists-key.ts';

/** A list that is kept without an account. */
export interface DeviceList {
  id: string;
  name: string;
  entries: readonly SavedEntry[];
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && [...value].length <= max && isStorable(value);

function readEntries(value: unknown): SavedEntry[] {
  if (!Array.isArray(value)) return [];
  const entries = new Map<string, SavedEntry>();
  for (const one of value as Partial<SavedEntry | null>[])
    if (isText(one?.id, 200) && one.id && isText(one.note, SAVED_NOTE_MAX))
      entries.set(one.id, { id: one.id, note: one.note });
  return [...entries.values()].slice(0, SAVED_COMPANIES_MAX);
}

/** The lists of this device, within the bounds that lists of an account have. What is not a list is left out. */
export function deviceLists(): DeviceList[] {
  try {
    const value: unknown = JSON.parse(storage.get(DEVICE_LISTS_KEY) ?? '[]');
    if (!Array.isArray(value)) return [];
    const lists = new Map<string, DeviceList>();
    for (const one of value as Partial<DeviceList | null>[])
      if (isText(one?.id, 200) && isText(one.name, SAVED_NAME_MAX))
        lists.set(one.name, { id: one.id, name: one.name, entries: readEntries(one.entries) });
    return [...lists.values()].slice(0, SAVED_LISTS_MAX);
  } catch {
    return [];
  }
}

export function keepDeviceLists(lists: readonly DeviceList[]): void {
  if (lists.length > 0) storage.set(DEVICE_LISTS_KEY, JSON.stringify(lists));
  else storage.remove(DEVICE_LISTS_KEY);
}
