import { expect, test } from 'vitest';
import type { AdminUser } from '../../../core/users/calls.ts';
import { userChangesOf, userDraftOf } from './user-draft.ts';

const ADA = {
  nickname: 'Ada',
  first_name: null,
  last_name: null,
  job_title: null,
  job_category: null,
  organization: 'Engines',
  phone_number: null,
  country: null,
  website_url: null,
  admin_notes: null,
  social_urls: ['https://example.com/ada'],
  language: 'en',
  newsletter_subscribed: true,
  newsletter_categories: ['all'],
} as unknown as AdminUser;

test('an untouched form changes nothing', () => {
  expect(userChangesOf(ADA, userDraftOf(ADA))).toEqual({});
  expect(
    userChangesOf(ADA, {
      ...userDraftOf(ADA),
      nickname: ' Ada ',
      social_urls: '\nhttps://example.com/ada \n',
    }),
  ).toEqual({});
});

test('only what differs is sent, an emptied text as unknown', () => {
  const draft = {
    ...userDraftOf(ADA),
    organization: ' ',
    admin_notes: 'Called twice ',
    social_urls: 'https://example.com/ada\nhttps://example.com/lovelace',
    newsletter_categories: [],
  };
  expect(userChangesOf(ADA, draft)).toEqual({
    organization: null,
    admin_notes: 'Called twice',
    social_urls: ['https://example.com/ada', 'https://example.com/lovelace'],
    newsletter_categories: [],
  });
});
