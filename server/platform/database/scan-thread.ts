// A read-only connection to SQLite in a worker thread.
import { createReader } from '#engine/sql';
import { answerQuestions } from '../runtime/thread.ts';

answerQuestions(createReader());
