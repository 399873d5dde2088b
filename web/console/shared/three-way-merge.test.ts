import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeThreeWay } from './three-way-merge.ts';

test('a field goes to the side that changed it, and to nobody where both did', () => {
  const base = { a: 1, b: 1, c: 1, d: 1, e: ['x'] };
  const mine = { a: 2, b: 1, c: 2, d: 3, e: ['x'] };
  const theirs = { a: 1, b: 2, c: 2, d: 4, e: ['y'] };
  expect(mergeThreeWay(base, mine, theirs)).toEqual({
    merged: { a: 2, b: 2, c: 2, d: 4, e: ['y'] },
    conflicts: ['d'],
  });
});

test('whatever is edited, nothing that only one side changed is lost', () => {
  const values = fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.nat(3) });
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const { merged, conflicts } = mergeThreeWay(base, mine, theirs);
      for (const field of ['a', 'b', 'c'] as const) {
        if (mine[field] !== base[field] && theirs[field] === base[field])
          expect(merged[field]).toBe(mine[field]);
        if (theirs[field] !== base[field]) expect(merged[field]).toBe(theirs[field]);
        const both = new Set([base[field], mine[field], theirs[field]]).size === 3;
        expect(conflicts.includes(field)).toBe(both);
      }
    }),
  );
});
