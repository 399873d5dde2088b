import type { JobResult } from './calls.ts';

/** Completes a result of a job: parts that are not given are empty. */
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
