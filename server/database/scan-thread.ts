// A read-only connection to SQLite in a worker thread.
import { createReader } from '#engine/sql';
import { answerQuestions } from '../operations/thread.ts';

answerQuestions(createReader());
