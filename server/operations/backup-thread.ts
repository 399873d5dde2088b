// The making of a backup, as a thread of its own: counting and copying rows would hold requests up.
import { writeBackup } from './backup.ts';
import { answerQuestions } from './thread.ts';

answerQuestions(({ url, file }: { url: string; file: string }) => writeBackup(url, file));
