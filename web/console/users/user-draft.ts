import type { Language } from '../../../core/languages.ts';
import type { AdminUser } from '../../../core/users/calls.ts';

/** The fields of a user that are a line of text in the form; empty is unknown. */
export const USER_TEXT_FIELDS = [
  'nickname',
  'first_name',
  'last_name',
  'job_title',
  'job_category',
  'organization',
  'phone_number',
  'country',
  'website_url',
  'admin_notes',
] as const;

/** A user as the form has it: every text a text, the social addresses one on each line. */
export type UserDraft = Record<(typeof USER_TEXT_FIELDS)[number] | 'social_urls', string> & {
  language: Language;
  newsletter_subscribed: boolean;
  newsletter_categories: string[];
};

export function userDraftOf(user: AdminUser): UserDraft {
  const texts = Object.fromEntries(USER_TEXT_FIELDS.map((field) => [field, user[field] ?? '']));
  return {
    ...(texts as Record<(typeof USER_TEXT_FIELDS)[number], string>),
    social_urls: user.social_urls.join('\n'),
    language: user.language,
    newsletter_subscribed: user.newsletter_subscribed,
    newsletter_categories: user.newsletter_categories,
  };
}

function nonEmptyLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** What is to be saved: the fields that differ from the user's, in the form of the call. */
export function userChangesOf(user: AdminUser, draft: UserDraft): Partial<AdminUser> {
  const wanted: Partial<AdminUser> = {
    ...Object.fromEntries(USER_TEXT_FIELDS.map((field) => [field, draft[field].trim() || null])),
    social_urls: nonEmptyLines(draft.social_urls),
    language: draft.language,
    newsletter_subscribed: draft.newsletter_subscribed,
    newsletter_categories: draft.newsletter_categories,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(user[field as keyof AdminUser]),
    ),
  );
}
