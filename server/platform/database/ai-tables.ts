import type { Language } from '../../../core/languages.ts';
import type { AiProvider } from '../../../core/settings/rules.ts';

/** What a model proposed for a company, and nobody has decided yet. */
export interface AiProposalTable {
  id: string;
  company_id: string;
  /** Of the proposed texts. */
  language: Language;
  /** The version of the company that the model was asked about. */
  company_version: number;
  /** JSON: FieldProposal[]. */
  fields: string;
  provider: AiProvider;
  model: string;
  /** Who started the job; empty where the schedule did. */
  created_by: string;
  created_at: string;
  /** The job that the proposal comes from; null for proposals from before jobs were noted. */
  job_id: string | null;
  /** Until the next cleanup a rejected one can be had back; null while it waits. */
  rejected_at: string | null;
}

/** When a model was last asked for newer facts about a company in a job. */
export interface AiRoundTable {
  company_id: string;
  asked_at: string;
}

/** What a question to a model is for: questions of one purpose take about as many tokens. */
export type AiPurpose = 'update' | 'search' | 'translate' | 'name' | 'issue' | 'test';

/** What questions took, by the providers' own counts. */
export interface AiUsageTable {
  /** In the site's time zone, as `2026-11`. */
  month: string;
  provider: AiProvider;
  model: string;
  purpose: AiPurpose;
  requests: number;
  input_tokens: number;
  output_tokens: number;
}
