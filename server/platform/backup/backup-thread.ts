// The making, verification and sending of a backup, as a thread of its own: copying rows would hold requests up, and what
// few operators need is loaded here alone.

import { answerQuestions } from '../runtime/thread.ts';
import { writeBackup } from './backup.ts';
import { beyond } from './backup-name.ts';
import type { BackupTask, BackupWork } from './scheduled-backup.ts';
import { verifyBackup } from './verify-backup.ts';

/** Runs a task. Returns the fields for the log entry. */
async function work(task: BackupWork, stop: Int32Array) {
  const isStopped = () => Atomics.load(stop, 0) !== 0;
  if (task.kind === 'write') return { rows: await writeBackup(task.url, task.file, { isStopped }) };
  if (task.kind === 'verify') return { rows: (await verifyBackup(task.file, task.varDir, isStopped)).rows };
  const { openObjectStorage } = await import('./object-storage.ts');
  const storage = openObjectStorage(task.env, signalOf(stop));
  const stored = await storage.send(task.file, task.name);
  const removed = beyond(task.keep, await storage.list(), stored);
  for (const name of removed) await storage.remove(name);
  return { stored, removed };
}

/** Aborts when the first number of an array becomes another one than 0. */
function signalOf(stop: Int32Array): AbortSignal {
  const controller = new AbortController();
  const changed = Atomics.waitAsync(stop, 0, 0);
  if (changed.async) void changed.value.then(() => controller.abort());
  else controller.abort();
  return controller.signal;
}

answerQuestions(({ stop, ...task }: BackupTask) => work(task, stop));
