import type { Selectable } from 'kysely';
import type {
  CompanyChangeTable,
  CompanyTextRow,
  CompanyViewDayTable,
  LikeTable,
} from '../../platform/database/schema.ts';
import type { CompanySnapshot } from '../trash/index.ts';

/** Where a text of the target stood before a merge: a merge and its undo are no work on it. */
export type TextBefore = Pick<
  CompanyTextRow,
  'language' | 'updated_at' | 'pending_since' | 'pending_language' | 'origin' | 'model' | 'reviewed'
>;

/** All that takes a merge back. */
export interface MergeSnapshot {
  /** The merged company's row and texts. */
  merged: CompanySnapshot;
  comments: { id: string; person: number | null }[];
  /** The last number that a person in the comments on each company had. */
  lastPersons: { target: number | null; merged: number | null };
  likes: Selectable<LikeTable>[];
  /** Visitors who had liked both. */
  likedBoth: string[];
  viewDays: Selectable<CompanyViewDayTable>[];
  versions: string[];
  /** Saves of companies that were merged into the merged one before. */
  mergedVersions: string[];
  changes: string[];
  /** Entries that readers are no longer told: the merged company was added. */
  droppedChanges: Selectable<CompanyChangeTable>[];
  target: {
    /** The version that the merge saved; null where it changed no field. */
    version: number | null;
    /** The version after the merge. */
    left: number;
    updated_at: string;
    texts: TextBefore[];
  };
}
