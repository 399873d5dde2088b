import { expect, test } from 'vitest';
import type { Comment } from '../../../core/comments/comment.ts';
import { commentsLoaded, missingReplies, refreshed, withPosted, withReplies } from './threads.ts';

const comment = (id: string, parent_id: string | null = null, fields: Partial<Comment> = {}): Comment => ({
  id,
  author: 'Ann',
  content: id,
  timestamp: `2026-11-21T03:00:00.${id.replace(/\D/g, '').padStart(3, '0')}Z`,
  parent_id,
  person: 1,
  replies: [],
  ...fields,
});
const thread = (id: string, replies: Comment[] = [], fields: Partial<Comment> = {}) =>
  withReplies(comment(id, null, { replies_count: replies.length, ...fields }), replies);
const ids = (threads: readonly Comment[]) => threads.map(({ id }) => id);

test('a posted comment stands first, a posted reply below what it answers, and both once', () => {
  const before = [thread('t2'), thread('t1', [comment('r3', 't1')])];
  expect(ids(withPosted(before, comment('t4')))).toEqual(['t4', 't2', 't1']);
  const [, after] = withPosted(before, comment('r5', 'r3'));
  expect(after).toMatchObject({ replies_count: 2, replies: [{ id: 'r3', replies: [{ id: 'r5' }] }] });
});

test('a list that has all comments counts them; of others it is known how many there are', () => {
  const all = [thread('t2', [], { deleted: true }), thread('t1', [comment('r3', 't1'), comment('r4', 'r3')])];
  expect(commentsLoaded({ threads: all, cursor: null }, 9)).toBe(3);
  expect(commentsLoaded({ threads: [], cursor: null }, 9)).toBe(0);
  expect(commentsLoaded({ threads: all, cursor: 'after 1' }, 9)).toBe(9);
  const folded = thread('t5', [comment('r6', 't5')], { replies_count: 30, more_replies: 'after 6' });
  expect(commentsLoaded({ threads: [folded], cursor: null }, 31)).toBe(31);
});

test('loaded anew, what was shown of older threads stays, with the thread that fell off the page', () => {
  const before = { threads: [thread('t4'), thread('t3'), thread('t2'), thread('t1')], cursor: 'after 1' };
  expect(refreshed(before, { threads: [thread('t5'), thread('t4')], cursor: 'after 4' })).toEqual({
    threads: [thread('t5'), thread('t4'), thread('t3'), thread('t2'), thread('t1')],
    cursor: 'after 1',
  });
  // All there are: what is missing was deleted.
  expect(refreshed(before, { threads: [thread('t4')], cursor: null })).toEqual({
    threads: [thread('t4')],
    cursor: null,
  });
});

test('loaded anew, a thread keeps the replies that were asked for', () => {
  const replies = Array.from({ length: 150 }, (_, i) => comment(`r${i + 100}`, 't1'));
  const old = thread('t1', replies, { replies_count: 180, more_replies: 'after 150' });
  const fresh = thread('t1', replies.slice(0, 100), { replies_count: 181, more_replies: 'after 100' });
  const [merged] = refreshed({ threads: [old], cursor: null }, { threads: [fresh], cursor: null }).threads;
  expect(merged?.replies).toHaveLength(150);
  expect(merged).toMatchObject({ replies_count: 181, more_replies: 'after 150' });
  expect(merged && missingReplies(merged)).toBe(31);
});

test('replies that are not carried are counted without the places of deleted ones', () => {
  const carried = [comment('r1', 't0', { deleted: true }), comment('r2', 'r1')];
  expect(missingReplies(thread('t0', carried, { replies_count: 5, more_replies: 'x' }))).toBe(4);
  expect(missingReplies(thread('t0', carried, { replies_count: 1 }))).toBe(0);
});
