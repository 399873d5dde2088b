// The making of a backup, as a thread of its own: counting and copying rows would hold requests up.

import { answerQuestions } from '../runtime/thread.ts';
import { writeBackup } from './backup.ts';
import type { BackupTask } from './scheduled-backup.ts';

answerQuestions(({ url, file, stop }: BackupTask) =>
  writeBackup(url, file, { isStopped: () => Atomics.load(stop, 0) !== 0 }),
);
