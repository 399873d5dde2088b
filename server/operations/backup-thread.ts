// The making of a backup, as a thread of its own: counting and copying rows would hold requests up.
import { parentPort, workerData } from 'node:worker_threads';
import { writeBackup } from './backup.ts';

const { url, file } = workerData as { url: string; file: string };
parentPort?.postMessage(await writeBackup(url, file));
