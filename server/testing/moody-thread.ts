// A worker thread that crashes, hangs or fails on request, for thread tests.
import { answerQuestions, threadData } from '../platform/runtime/thread.ts';

export type Mood = 'answer' | 'wait' | 'throw' | 'crash' | 'exit' | 'hang' | 'grow';

let asked = 0;

answerQuestions(async (mood: Mood) => {
  asked++;
  switch (mood) {
    case 'answer':
      return { asked, data: threadData<string>() };
    case 'wait':
      return new Promise(() => {});
    case 'throw':
      throw Object.assign(new Error('not this one'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    case 'crash':
      setImmediate(() => {
        throw new Error('a fault of ours');
      });
      return new Promise(() => {});
    case 'exit':
      return process.exit(7);
    case 'hang':
      for (;;);
    case 'grow': {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => i + kept.length));
    }
  }
});
