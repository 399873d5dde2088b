import type { AdminCompany } from '../../core/companies/admin-calls.ts';
import { CallError } from '../api.ts';

/** The company as somebody else saved it meanwhile, where that is why a save was refused. */
export function newerVersion(error: unknown): AdminCompany | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined;
  return error.body['company'] as AdminCompany | undefined;
}
