import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, isInvisible } from '../text.ts';
import { commentAuthorSchema, commentContentSchema } from './calls.ts';
import type { Comment } from './comment.ts';
import {
  type CommentAsStored,
  canSendComment,
  countComments,
  DEEPEST_REPLY,
  flattenComments,
  nestComments,
  presentComments,
} from './rules.ts';

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
      const result = commentContentSchema.safeParse(text);
      const cleaned = cleanText(text).trim();
      expect(result.success).toBe(!isInvisible(cleaned));
      if (result.success) expect(result.data).toBe(cleaned);
    }),
  );
  expect(commentContentSchema.safeParse('字'.repeat(5000)).success).toBe(true);
  expect(commentContentSchema.safeParse('字'.repeat(5001)).success).toBe(false);
});

test('an absent or empty author is anonymous', () => {
  for (const author of [undefined, null, '', '  '])
    expect(commentAuthorSchema.parse(author)).toBe('Anonymous User');
  expect(commentAuthorSchema.parse(' Ann ')).toBe('Ann');
});

const stored = (id: number, parent: number | null, deleted = false): CommentAsStored => ({
  id: String(id).padStart(6, '0'),
  author: 'Ann',
  content: `text ${id}`,
  timestamp: '',
  parent_id: parent === null ? null : String(parent).padStart(6, '0'),
  person: 1,
  status: deleted ? 'deleted' : 'published',
  edited_at: null,
});

/** How deep the replies of a tree are nested. */
function depth(tree: readonly Comment[]): number {
  let levels = -1;
  for (let level = tree; level.length > 0; level = level.flatMap((comment) => comment.replies)) levels++;
  return levels;
}

const threads = fc.array(fc.record({ parent: fc.option(fc.nat(30)), deleted: fc.boolean() }), {
  maxLength: 30,
});

test('a tree holds every comment once and is not too deep, whatever the parents are', () => {
  fc.assert(
    fc.property(threads, fc.boolean(), (rows, backwards) => {
      const all = rows.map(({ parent }, i) => stored(i, parent !== null && parent < i ? parent : null));
      const tree = nestComments(presentComments(backwards ? all.reverse() : all));
      expect(countComments(tree)).toBe(rows.length);
      expect(depth(tree)).toBeLessThanOrEqual(DEEPEST_REPLY);
    }),
  );
});

test('a chain of 20,000 replies is shown flattened: the deepest are siblings, oldest first', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => stored(i, i === 0 ? null : i - 1));
  const tree = nestComments(presentComments(chain));
  expect([countComments(tree), depth(tree)]).toEqual([20_000, 8]);
  let level = tree;
  for (let i = 0; i < 7; i++) level = level[0]?.replies ?? [];
  expect(level[0]?.replies.map((comment) => comment.content)).toEqual(
    chain.slice(8).map((comment) => comment.content),
  );
  // Also where the clock was set back meanwhile, and every reply seems older than what it answers.
  expect(countComments(nestComments(presentComments([...chain].reverse())))).toBe(20_000);
});

test('comments that answer each other in a circle are shown once', () => {
  const tree = nestComments(presentComments([stored(1, 2), stored(2, 1), stored(3, null)]));
  expect(countComments(tree)).toBe(3);
});

test('a reply without its parent stands below the root of its thread', () => {
  const [root, reply] = [stored(1, null), { ...stored(3, 2), root_id: '000001' }];
  expect(nestComments(presentComments([root, reply]))).toMatchObject([
    { id: root.id, replies: [{ id: reply.id }] },
  ]);
});

test('a deleted comment keeps an empty place only while something stands below it', () => {
  fc.assert(
    fc.property(threads, (rows) => {
      const all = rows.map(({ parent, deleted }, i) =>
        stored(i, parent !== null && parent < i ? parent : null, deleted),
      );
      const tree = nestComments(presentComments(all));
      expect(countComments(tree)).toBe(rows.filter((row) => !row.deleted).length);
      for (const comment of flattenComments(tree)) {
        const { deleted } = rows[Number(comment.id)] ?? {};
        expect(comment.deleted ?? false).toBe(deleted);
        expect([comment.content, comment.author, comment.person]).toEqual(
          deleted ? ['', '', null] : [`text ${Number(comment.id)}`, 'Ann', 1],
        );
        if (deleted) expect(comment.replies).not.toEqual([]);
      }
    }),
  );
});

test('what stands above the comments of a page is given only where it is the place of a deleted one', () => {
  const above = [stored(1, null), stored(2, 1, true), stored(3, 2)];
  expect(presentComments([stored(4, 3), stored(5, 2, true)], above)).toMatchObject([
    { id: '000002', parent_id: '000001', deleted: true },
    { id: '000004', parent_id: '000003' },
  ]);
});
