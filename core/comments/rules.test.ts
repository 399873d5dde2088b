import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canSendComment, commentAuthor, commentContent, countComments, nestComments } from './rules.ts';

test('only text that is not being sent can be sent', () => {
  expect([canSendComment('x', false), canSendComment(' \n', false), canSendComment('x', true)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('content is trimmed to 1 to 5,000 characters, and is storable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const result = commentContent.safeParse(text);
      expect(result.success).toBe(text.trim() !== '' && text.isWellFormed() && !text.includes('\u0000'));
      if (result.success) expect(result.data).toBe(text.trim());
    }),
  );
  expect(commentContent.safeParse('字'.repeat(5000)).success).toBe(true);
  expect(commentContent.safeParse('字'.repeat(5001)).success).toBe(false);
});

test('an absent or empty author is anonymous', () => {
  for (const author of [undefined, null, '', '  '])
    expect(commentAuthor.parse(author)).toBe('Anonymous User');
  expect(commentAuthor.parse(' Ann ')).toBe('Ann');
});

test('a tree holds every comment once, whatever the parents are', () => {
  const flat = fc.array(fc.option(fc.nat(30)), { maxLength: 30 }).map((parents) =>
    parents.map((parent, i) => ({
      id: String(i),
      parent_id: parent === null || parent >= i ? null : String(parent),
    })),
  );
  fc.assert(
    fc.property(flat, (rows) => {
      expect(countComments(nestComments(rows))).toBe(rows.length);
    }),
  );
});
