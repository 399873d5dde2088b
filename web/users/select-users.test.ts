import { expect, test } from 'vitest';
import type { AdminUser } from '../../core/users/calls.ts';
import { selectUsers } from './select-users.ts';
import { readUserAddress } from './user-address.ts';

function user(email: string, fields: Partial<AdminUser> = {}): AdminUser {
  return {
    id: email,
    email,
    nickname: null,
    first_name: null,
    last_name: null,
    job_title: null,
    job_category: null,
    organization: null,
    phone_number: null,
    country: null,
    language: 'en',
    social_urls: [],
    website_url: null,
    newsletter_subscribed: false,
    newsletter_categories: [],
    admin_notes: null,
    is_active: true,
    email_verified: false,
    created_at: '2026-11-21T03:00:00.000Z',
    last_login_at: null,
    login_count: 0,
    login_ip_addresses: [],
    ...fields,
  };
}

const PEOPLE = [
  user('Zoe@x.example', { organization: 'beta', newsletter_subscribed: true }),
  user('ada@x.example', {
    nickname: 'Countess',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email_verified: true,
  }),
  user('Bob@x.example', { organization: 'Alpha', is_active: false }),
  user('carl@x.example', { organization: '한빛 연구소', created_at: '2026-11-22T03:00:00.000Z' }),
];

const found = (query: string) =>
  selectUsers(PEOPLE, readUserAddress(new URLSearchParams(query))).map(({ email }) => email.split('@')[0]);

test.each([
  ['sort=email', ['ada', 'Bob', 'carl', 'Zoe']],
  ['sort=organization', ['Bob', 'Zoe', 'carl', 'ada']],
  ['sort=email_verified', ['Bob', 'Zoe', 'carl', 'ada']],
  ['sort=created_at', ['Bob', 'Zoe', 'ada', 'carl']],
])('%s compares without case, unknown values last, and downwards is the reverse', (query, expected) => {
  expect(found(query)).toEqual(expected);
  expect(found(query.replace('=', '=-'))).toEqual(expected.toReversed());
});

test('the newest come first where no order is asked for', () => {
  expect(found('')).toEqual(['carl', 'ada', 'Zoe', 'Bob']);
});

test.each([
  ['q=ADA@', ['ada']],
  ['q=countess', ['ada']],
  ['q=lovelace+ada', ['ada']],
  ['q=한빛', ['carl']],
  ['q=%25', []],
  ['q=ada+bob', []],
  ['verification=verified', ['ada']],
  ['verification=unverified&sort=email', ['Bob', 'carl', 'Zoe']],
  ['newsletter=subscribed', ['Zoe']],
  ['newsletter=unsubscribed&account=active&sort=email', ['ada', 'carl']],
  ['account=inactive', ['Bob']],
])('%s', (query, expected) => {
  expect(found(query)).toEqual(expected);
});
