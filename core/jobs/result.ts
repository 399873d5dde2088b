import type { JobResult } from './calls.ts';

/** A result of a job with the parts that it names; without proposals, languages, a failure, a save or an undo otherwise. */
export const toJobResult = (
  parts: Pick<JobResult, 'company_id' | 'name' | 'outcome'> & Partial<JobResult>,
): JobResult => ({
  updatedFields: [],
  proposed: [],
  model: null,
  languages: [],
  error: null,
  code: null,
  version: null,
  undone: null,
  ...parts,
});
