import { expect, test } from 'vitest';
import { daySchema } from '../../../core/security-log/calls.ts';
import { MODERATION_LIST } from '../comments/moderation-list.ts';
import { EDIT_LIST, PANEL_FILTERS } from '../companies/edit-list.ts';
import { USER_LIST } from '../users/user-list.ts';
import {
  dayParameter,
  type ListSchema,
  type ListState,
  pendingAfter,
  readList,
  writeList,
} from './list-state.ts';

const read = <Schema extends ListSchema>(schema: Schema, query: string) =>
  readList(schema, new URLSearchParams(query));

const written = <Schema extends ListSchema>(
  schema: Schema,
  query: string,
  changes: Partial<ListState<Schema>>,
) => writeList(schema, new URLSearchParams(query), changes).toString();

/** As nobody chose anything to look after. */
const NO_ISSUE = {
  issue: '',
  draft: '',
  ...Object.fromEntries(PANEL_FILTERS.map((filter) => [filter, ''])),
  years: 3,
  months: 12,
};

test('an address is read and written without loss', () => {
  const text = 'lang=ko&category=no-seed&q=%EA%B0%80&visibility=hidden&tag=a%2Cb&sort=-revenue';
  const state = read(EDIT_LIST, text);
  expect(state).toEqual({
    ...NO_ISSUE,
    lang: 'ko',
    category: 'no-seed',
    q: '가',
    visibility: 'hidden',
    tag: 'a,b',
    sort: '-revenue',
    page: 1,
    size: 10,
  });
  expect(written(EDIT_LIST, '', state)).toBe(text);
  const users =
    'q=ada&verification=verified&newsletter=subscribed&account=inactive&sort=-email&page=3&size=50';
  expect(written(USER_LIST, '', read(USER_LIST, users))).toBe(users);
});

test('what is unknown is read as usual, and what is as usual is not written', () => {
  const query = 'lang=xx&category=home&visibility=maybe&changed_days=0&sort=password&other=1';
  expect(read(EDIT_LIST, query)).toEqual({
    ...NO_ISSUE,
    lang: 'en',
    category: 'all',
    q: '',
    sort: '',
    page: 1,
    size: 10,
  });
  expect(written(EDIT_LIST, query, { q: '' })).toBe('other=1');
  expect(
    written(MODERATION_LIST, 'q=x&category=no-seed&status=held&size=50', {
      q: '',
      category: 'all',
      status: 'all',
      size: 10,
    }),
  ).toBe('');
});

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=',
  'size=11',
  'sort=password_hash',
  'account=maybe',
])('%s is read as the usual', (query) => expect(read(USER_LIST, query)).toEqual(read(USER_LIST, '')));

test.each([
  ['2026-11-28', '2026-11-28'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-30', undefined],
  ['9999-12-31', undefined],
  ['0000-01-01', undefined],
  ['2026-1-1', undefined],
])('a day that the server would refuse is none: %s', (text, day) => {
  expect(dayParameter.read(text)).toBe(day);
  expect(daySchema.safeParse(text).success).toBe(day !== undefined);
});

test('words are as long as a search may be', () => {
  expect(read(USER_LIST, `q=${'x'.repeat(300)}`).q).toHaveLength(200);
});

test('filters, order and size begin again at the first page; another page does not', () => {
  for (const changes of [{ q: 'x' }, { account: 'active' }, { sort: 'email' }, { size: 20 }] as const)
    expect(read(USER_LIST, written(USER_LIST, 'page=3', changes)).page).toBe(1);
  expect(written(USER_LIST, 'page=3', { page: 4 })).toBe('page=4');
  expect(written(MODERATION_LIST, 'status=held&page=3', { status: 'reported' })).toBe('status=reported');
});

test('what is open over a list stays open when the list changes', () => {
  expect(written(EDIT_LIST, 'category=no-seed&edit=acme', { category: 'all' })).toBe('edit=acme');
});

test('an address that is shown late does not end the ones asked for after it', () => {
  expect(pendingAfter(['', 'from=1', 'from=1&to=2'], '')).toEqual(['from=1', 'from=1&to=2']);
  expect(pendingAfter(['', 'from=1', 'from=1&to=2'], 'from=1&to=2')).toEqual([]);
  expect(pendingAfter(['a=1', '', 'a=1'], 'a=1')).toEqual(['', 'a=1']);
  expect(pendingAfter(['from=1'], 'page=4')).toEqual([]);
});
