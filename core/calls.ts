import { accountCalls } from './accounts/calls.ts';
import { sessionCalls } from './admins/calls.ts';
import { aiCalls } from './ai/calls.ts';
import { analyticsCalls } from './analytics/calls.ts';
import type { Call } from './call.ts';
import { commentAdminCalls } from './comments/admin-calls.ts';
import { commentCalls } from './comments/calls.ts';
import { adminCompanyCalls } from './companies/admin-calls.ts';
import { companyCalls } from './companies/calls.ts';
import { transferCalls } from './import-export/calls.ts';
import { jobCalls } from './jobs/calls.ts';
import { settingsCalls } from './settings/calls.ts';
import { translationCalls } from './translations/calls.ts';
import { userCalls } from './users/calls.ts';

/** Every call of the API: for its documentation, and for the tests that go through all of them. */
export const calls: readonly Call[] = [
  ...companyCalls,
  ...commentCalls,
  ...analyticsCalls,
  ...accountCalls,
  ...sessionCalls,
  ...settingsCalls,
  ...adminCompanyCalls,
  ...userCalls,
  ...commentAdminCalls,
  ...transferCalls,
  ...aiCalls,
  ...translationCalls,
  ...jobCalls,
];
