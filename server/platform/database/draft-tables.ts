import type { DraftState } from '../../../core/companies/draft-rules.ts';

/** Changes of a company that readers do not see yet. */
export interface CompanyDraftTable {
  company_id: string;
  /** Counts the saves of the draft. */
  version: number;
  /** The version of the company that the changes were made against. */
  company_version: number;
  /** JSON: the body of a save of the company. */
  changes: string;
  state: DraftState;
  saved_by: string;
  saved_at: string;
  publish_at: string | null;
  approved_by: string | null;
}

/** Who has a company in the editor. */
export interface CompanyEditorTable {
  company_id: string;
  /** A user name. */
  admin: string;
  /** Of the last heartbeat. */
  seen_at: string;
}
