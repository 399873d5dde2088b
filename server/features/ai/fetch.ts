import { setTimeout as pause } from 'node:timers/promises';
import { MEBIBYTE } from '../../../core/bytes.ts';

/** Retries after a request without an answer, or after an answer of 429 or 5xx. */
const RETRIES = 2;
/** A Retry-After above this, in milliseconds, is not waited for: the person at the console is told instead. */
const LONGEST_WAIT = 5_000;
/** More of an answer is not read, in bytes. */
export const ANSWER_LIMIT = 2 * MEBIBYTE;

export class AnswerTooLarge extends Error {}
/** The provider could not be reached, or hung up. */
export class Unreachable extends Error {}

/**
 * How the AI SDK talks to a provider: with retries where they are safe, never following a redirect
 * (it would carry the key along), and reading no more than a limit. The caller's signal ends it all.
 * @param firstWait the pause before the first retry, in milliseconds; doubled before the second
 */
export function createFetch(firstWait: number): typeof fetch {
  return async (input, init) => {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(input, { ...init, redirect: 'error' }).catch((error: Error) => error);
      const last = attempt === RETRIES;
      if (response instanceof Error) {
        init?.signal?.throwIfAborted();
        if (last) throw new Unreachable('The provider could not be reached.', { cause: response });
        await wait(firstWait * 2 ** attempt, init?.signal);
        continue;
      }
      const asked = retryAfter(response);
      const again = response.status === 429 || response.status >= 500;
      if (!again || last || (asked !== undefined && asked > LONGEST_WAIT)) return limited(response);
      await response.body?.cancel();
      await wait(asked ?? firstWait * 2 ** attempt, init?.signal);
    }
  };
}

async function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  await pause(milliseconds, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
}

/** Milliseconds to wait as the provider asks; undefined where it asks for nothing. */
export function retryAfter(response: { headers: Headers }): number | undefined {
  const header = response.headers.get('retry-after');
  if (!header) return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** The answer read to its end, or refused as soon as it is longer than the limit. */
async function limited(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop cancels the rest.
      if (size > ANSWER_LIMIT) throw new AnswerTooLarge('The provider answered with too much.');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AnswerTooLarge || (error as Error).name !== 'TypeError') throw error;
    throw new Unreachable('The provider hung up in the middle of its answer.', { cause: error });
  }
  const { status, statusText, headers } = response;
  return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, { status, statusText, headers });
}
