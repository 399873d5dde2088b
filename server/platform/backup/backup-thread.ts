// The making and the verification of a backup, as a thread of its own: counting and copying rows would hold requests up.

import { answerQuestions } from '../runtime/thread.ts';
import { writeBackup } from './backup.ts';
import type { BackupTask } from './scheduled-backup.ts';
import { verifyBackup } from './verify-backup.ts';

answerQuestions(async ({ url, file, verifyIn, stop }: BackupTask) => {
  const isStopped = () => Atomics.load(stop, 0) !== 0;
  if (verifyIn === undefined) return writeBackup(url, file, { isStopped });
  return (await verifyBackup(file, verifyIn, isStopped)).rows;
});
