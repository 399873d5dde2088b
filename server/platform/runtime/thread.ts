import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { problem } from '../../../core/problem.ts';
import { after } from '../time/timer.ts';

// From the sources each thread takes its types away by WebAssembly that calls JavaScript. Where several
// do, V8 now and then frees the compiled calls of one twice, and the process ends by SIGSEGV or SIGTRAP:
// such calls stay uncompiled. What is built has no types to take away.
if (import.meta.url.endsWith('.ts')) setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000');

/** Seconds after which a client may ask again what a thread could not answer. */
const THREAD_RETRY_AFTER = 5;

interface WorkerMessage<Q> {
  id: number;
  question: Q;
}

/** What of an error is told on the other side: no stack of a thread helps anybody. */
interface ThreadFailure {
  message: string;
  code: string | undefined;
  errcode: number | undefined;
}

type Answered<A> = { id: number; answer: A; failure?: undefined } | { id: number; failure: ThreadFailure };

interface PendingTask<A> {
  resolve(answer: A): void;
  reject(error: Error): void;
}

interface ThreadOptions {
  /** Passed to the thread at start; readable there as `threadData`. */
  data?: unknown;
  /** Heap limit of the thread, in MiB; beyond it the thread crashes. */
  memory?: number;
  /** Longest queue; further questions are refused as unavailable. */
  mostWaiting?: number;
  /** How long one answer may take, in milliseconds; then the thread is given up. */
  timeout?: number;
}

export interface Thread<Q, A> {
  /**
   * Asks the thread, which starts with the first question. What one question throws concerns no other.
   * @throws what the thread throws (`message`, `code`, `errcode`); unavailable where too many wait, or
   * where the thread ended in the middle, with the reason as its cause
   */
  ask(question: Q): Promise<A>;
  /** Ends the thread; what waits is refused. The next question would start another one. */
  stop(): Promise<void>;
}

/**
 * Work in a thread of its own, by questions and answers. A thread that crashes, hangs or runs out of
 * memory takes what waits with it, and the next question starts another one.
 * @param module calls `answerQuestions`
 */
export function createThread<Q, A>(
  module: URL,
  { data, memory, mostWaiting = Number.POSITIVE_INFINITY, timeout }: ThreadOptions = {},
): Thread<Q, A> {
  const waiting = new Map<number, PendingTask<A>>();
  let current: Worker | undefined;
  let watch: NodeJS.Timeout | undefined;
  let last = 0;

  function end(worker: Worker, cause: Error): void {
    if (current !== worker) return;
    current = undefined;
    clearTimeout(watch);
    for (const { reject } of waiting.values()) {
      reject(
        problem('unavailable', 'The work on this was interrupted; try again in a moment.', {
          retryAfter: THREAD_RETRY_AFTER,
          cause,
        }),
      );
    }
    waiting.clear();
  }

  /** Answers come in turn, so that each one says that the thread still works. */
  function watchOver(worker: Worker): void {
    clearTimeout(watch);
    if (waiting.size === 0) {
      // An idle thread must not keep the process alive.
      worker.unref();
    } else if (timeout !== undefined) {
      watch = after(timeout, () => {
        end(worker, new Error(`No answer came within ${timeout} ms.`));
        return worker.terminate();
      });
    }
  }

  function start(): Worker {
    const worker = new Worker(module, {
      workerData: data,
      ...(memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    });
    worker.on('message', (answered: Answered<A>) => {
      const asked = waiting.get(answered.id);
      waiting.delete(answered.id);
      watchOver(worker);
      if (answered.failure)
        asked?.reject(Object.assign(new Error(answered.failure.message), answered.failure));
      else asked?.resolve(answered.answer);
    });
    worker.on('error', (error) => end(worker, error));
    worker.on('exit', () => end(worker, new Error('The thread ended.')));
    return worker;
  }

  return {
    async ask(question) {
      if (waiting.size >= mostWaiting) {
        throw problem('unavailable', 'Too much of this is being done; try again in a moment.', {
          retryAfter: THREAD_RETRY_AFTER,
        });
      }
      current ??= start();
      const worker = current;
      const id = ++last;
      worker.postMessage({ id, question } satisfies WorkerMessage<Q>);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        if (waiting.size > 1) return;
        worker.ref();
        watchOver(worker);
      });
    },
    async stop() {
      const worker = current;
      if (!worker) return;
      end(worker, new Error('The thread was stopped.'));
      await worker.terminate();
    },
  };
}

/** Data that was passed to the calling thread at start. */
export function threadData<T>(): T {
  return workerData as T;
}

/** Called in a thread: answers questions. Errors of `answer` reject the caller's promise. */
export function answerQuestions<Q, A>(answer: (question: Q) => A | Promise<A>): void {
  const port = parentPort;
  if (!port) throw new Error('This module is a thread.');
  port.on('message', async ({ id, question }: WorkerMessage<Q>) => {
    let answered: Answered<A>;
    try {
      answered = { id, answer: await answer(question) };
    } catch (error) {
      const { message, code, errcode } = error as Error & Partial<ThreadFailure>;
      answered = { id, failure: { message, code, errcode } };
    }
    port.postMessage(answered);
  });
}
