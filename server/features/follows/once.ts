import type { FollowKind } from '../../../core/readers/rules.ts';
import type { Db } from '../../platform/database/types.ts';
import * as readers from '../readers/index.ts';
import { valueToday } from './names.ts';

/** A followed company, search or category, once for all its rows. */
interface FollowedThing {
  /** By its name of today. */
  value: string;
  /** Representative row: a confirmed row, else the newest. */
  row: readers.StoredFollow;
  /** All rows of it: a company that another one was merged into may be followed by the ids of both. */
  ids: string[];
}

/** What a reader follows, the newest first and each thing once. */
export async function followedThings(
  db: Db,
  reader: readers.Reader,
  ofKind?: FollowKind,
): Promise<FollowedThing[]> {
  const things = new Map<string, FollowedThing>();
  for (const row of await readers.findFollows(db, reader.id)) {
    if (ofKind !== undefined && row.kind !== ofKind) continue;
    const value = await valueToday(db, row);
    const key = `${row.kind} ${value}`;
    const known = things.get(key);
    if (!known) things.set(key, { value, row, ids: [row.id] });
    else {
      known.ids.push(row.id);
      if (known.row.confirmed_at === null && row.confirmed_at !== null) known.row = row;
    }
  }
  return [...things.values()];
}

/** The thing of one of a reader's rows. */
export const thingOfRow = async (db: Db, reader: readers.Reader, id: string) =>
  (await followedThings(db, reader)).find(({ ids }) => ids.includes(id));

/** How a reader's row names what is followed by its name of today: it may be the name of before a merge. */
export async function valueInRow(
  db: Db,
  reader: readers.Reader,
  { kind, value }: Pick<readers.StoredFollow, 'kind' | 'value'>,
): Promise<string> {
  const things = await followedThings(db, reader, kind);
  return things.find((thing) => thing.value === value)?.row.value ?? value;
}
