import { setImmediate as turn } from 'node:timers/promises';
import { Problem, type ProblemCode } from '../../../core/problem.ts';

/**
 * Does the same with each of several, once, in the caller's write; requests are answered between two.
 * What is refused by one of the codes, as what somebody else has deleted meanwhile, keeps none of the
 * others: `work` may have written nothing by then.
 */
export async function applyToEach<T, Code extends ProblemCode>(
  ids: readonly string[],
  codes: readonly Code[],
  work: (id: string) => Promise<T>,
): Promise<{ done: { id: string; result: T }[]; refused: { id: string; code: Code }[] }> {
  const done: { id: string; result: T }[] = [];
  const refused: { id: string; code: Code }[] = [];
  for (const id of new Set(ids)) {
    try {
      done.push({ id, result: await work(id) });
    } catch (error) {
      const code = codes.find((known) => error instanceof Problem && error.code === known);
      if (!code) throw error;
      refused.push({ id, code });
    }
    // `node:sqlite` works on this thread.
    await turn();
  }
  return { done, refused };
}
