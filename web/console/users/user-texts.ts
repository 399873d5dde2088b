import { allCategories } from '../../../core/categories.ts';
import { LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { UserDraft } from './user-draft.ts';

/** Labels of the fields of a user. Needs the texts of `users` and `accounts`. */
export function userFieldLabels(t: Translate<'users' | 'accounts'>): Record<keyof UserDraft, string> {
  return {
    nickname: t('accounts:nickname'),
    first_name: t('accounts:firstName'),
    last_name: t('accounts:lastName'),
    job_title: t('accounts:jobTitle'),
    job_category: t('accounts:jobCategory'),
    organization: t('accounts:organization'),
    phone_number: t('accounts:phone'),
    country: t('accounts:country'),
    website_url: t('accounts:website'),
    admin_notes: t('users:form.notes'),
    social_urls: t('accounts:socialUrls'),
    language: t('accounts:language'),
    newsletter_subscribed: t('users:form.newsletter'),
    newsletter_categories: t('users:form.newsletter'),
  };
}

/** Name of a category that the newsletter is about; a retired category has its id alone. */
export function topicName(t: Translate<'categories'>, topic: string): string {
  const known = allCategories().find((category) => category === topic);
  return known ? t(`categories:${known}.name`) : topic;
}

/** The value of a field of a user, as the form shows the field. */
export function userFieldText(
  t: Translate<'categories'>,
  key: keyof UserDraft,
  { [key]: value }: UserDraft,
): string | boolean {
  if (Array.isArray(value)) return value.map((topic) => topicName(t, topic)).join('\n');
  return key === 'language' ? LANGUAGE_NAMES[value as Language] : value;
}
