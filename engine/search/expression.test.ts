import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginning, type Expression, evaluateSet, leavesOf, token } from './expression.ts';
import { addStored, type Bits, encodeSet, noBits, numbersIn } from './sets.ts';

const LAST = 200;
const NAMES = ['a', 'b', 'c', 'd', 'e'];

const { expression: expressions } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...NAMES.map(token), ...NAMES.map(beginning)),
    fc.record({ all: fc.array(tie('expression'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ any: fc.array(tie('expression'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ these: tie('expression'), without: tie('expression') }),
  ),
}));
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: LAST }), { maxLength: 40 });

/** The same by its definition: number by number. */
function isFound(expression: Expression, has: (key: string) => boolean): boolean {
  const part = (of: Expression) => isFound(of, has);
  if ('token' in expression) return has(`${expression.token}${expression.isBeginning ? '*' : ''}`);
  if ('all' in expression) return expression.all.every(part);
  if ('any' in expression) return expression.any.some(part);
  return part(expression.these) && !part(expression.without);
}

test('finds what its definition finds, and leaves the sets that it reads as they are', () => {
  fc.assert(
    fc.property(
      fc.array(expressions, { minLength: 1, maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES.flatMap((name) => [name, `${name}*`])), numbers),
      (asked, given) => {
        const sets = new Map<string, Bits>();
        for (const [key, own] of Object.entries(given)) {
          if (own.length === 0) continue;
          const bits = noBits(LAST);
          addStored(bits, encodeSet([...own].sort((x, y) => x - y)));
          sets.set(key, bits);
        }
        for (const expression of asked) {
          const found = evaluateSet(expression, (name, isBeginning) =>
            sets.get(`${name}${isBeginning ? '*' : ''}`),
          );
          const expected = Array.from({ length: LAST + 1 }, (_, i) => i).filter((number) =>
            isFound(expression, (key) => given[key]?.includes(number) ?? false),
          );
          expect(found ? numbersIn(found) : []).toEqual(expected);
        }
        for (const [key, bits] of sets)
          expect(numbersIn(bits)).toEqual([...(given[key] ?? [])].sort((x, y) => x - y));
      },
    ),
    { numRuns: 1000 },
  );
});

test('the leaves of an expression are its tokens and beginnings, each once', () => {
  const leaves = leavesOf([
    { all: [token('a'), { any: [token('a'), beginning('b')] }] },
    { these: token('c'), without: beginning('b') },
  ]);
  expect([...leaves.tokens].sort()).toEqual(['a', 'c']);
  expect([...leaves.beginnings]).toEqual(['b']);
});
