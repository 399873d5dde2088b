import { problem } from '../problem.ts';

export function companyNotFound(id: string) {
  return problem('company_not_found', `There is no company '${id.slice(0, 60)}'.`);
}
