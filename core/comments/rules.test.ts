import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentAuthor, commentContent } from './calls.ts';
import { canSendComment, countComments, hasBlockedWord, hideDeleted, nestComments } from './rules.ts';

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

test.each([
  ['Buy CASINO chips', true],
  ['ｃａｓｉｎｏ', true],
  ['megacasinos', true],
  ['Cas ino', false],
  ['', false],
])('%j has a blocked word: %s', (content, blocked) => {
  expect(hasBlockedWord({ author: 'Ann', content }, ['Casino', '도박'])).toBe(blocked);
});

test('a blocked word counts in the name too, and no word blocks nothing', () => {
  expect(hasBlockedWord({ author: '온라인 도박', content: 'Hi' }, ['도박'])).toBe(true);
  expect(hasBlockedWord({ author: 'Ann', content: 'Hi' }, [])).toBe(false);
});

test('a deleted comment keeps an empty place only while something stands below it', () => {
  const flat = fc.array(fc.record({ parent: fc.option(fc.nat(20)), deleted: fc.boolean() }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(flat, (rows) => {
      const stored = rows.map(({ parent, deleted }, i) => ({
        id: String(i),
        author: 'Ann',
        content: `text ${i}`,
        timestamp: '',
        parent_id: parent === null || parent >= i ? null : String(parent),
        status: deleted ? ('deleted' as const) : ('published' as const),
      }));
      const shown = hideDeleted(nestComments(stored));
      expect(countComments(shown)).toBe(rows.filter((row) => !row.deleted).length);
      const look = (comments: typeof shown) => {
        for (const comment of comments) {
          const { status } = stored[Number(comment.id)] ?? {};
          expect(comment.deleted ?? false).toBe(status === 'deleted');
          expect(comment.content).toBe(status === 'deleted' ? '' : `text ${comment.id}`);
          if (comment.deleted) expect(comment.replies).not.toEqual([]);
          look(comment.replies);
        }
      };
      look(shown);
    }),
  );
});
