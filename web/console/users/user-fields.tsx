import type { ReactNode } from 'react';
import { allCategories } from '../../../core/categories.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { languageOptions, nameFields } from '../../shared/accounts/fields.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Select, TextArea, TextInput } from '../../shared/ui/input.tsx';
import type { UserDraft } from './user-draft.ts';
import { topicName, userFieldLabels } from './user-texts.ts';

interface UserFieldsProps {
  draft: UserDraft;
  /** Texts of the problems, by the name of the refused field. */
  errors: Readonly<Record<string, string>>;
  onChange<Field extends keyof UserDraft>(field: Field, value: UserDraft[Field]): void;
}

/** All fields of a user that an administrator may edit, in groups. */
export function UserFields({ draft, errors, onChange }: UserFieldsProps) {
  const { t } = useTranslation(['users', 'accounts']);
  const { language } = useRoot();
  const labels = userFieldLabels(t);
  const field = <Field extends Exclude<keyof UserDraft, 'newsletter_subscribed' | 'newsletter_categories'>>(
    name: Field,
  ) => ({
    label: labels[name],
    value: draft[name],
    onChange: (value: string) => onChange(name, value as UserDraft[Field]),
    problem: errors[name],
  });
  return (
    <>
      <FieldGroup title={t('users:form.person')}>
        <TextInput className="@md:col-span-2" {...field('nickname')} />
        {nameFields(language).map(({ name }) => (
          <TextInput key={name} {...field(name)} />
        ))}
        <TextInput {...field('phone_number')} />
        <TextInput {...field('country')} />
        <Select<Language> {...field('language')} options={languageOptions()} />
      </FieldGroup>
      <FieldGroup title={t('users:form.work')}>
        <TextInput {...field('job_title')} />
        <TextInput {...field('job_category')} />
        <TextInput className="@md:col-span-2" {...field('organization')} />
      </FieldGroup>
      <FieldGroup title={t('users:form.links')}>
        <TextInput
          className="@md:col-span-2"
          inputMode="url"
          placeholder="https://"
          {...field('website_url')}
        />
        <TextArea className="@md:col-span-2" hint={t('accounts:socialUrlsHint')} {...field('social_urls')} />
      </FieldGroup>
      <FieldGroup title={t('users:form.newsletter')}>
        <SubscriptionFields draft={draft} onChange={onChange} />
      </FieldGroup>
      <FieldGroup title={t('users:form.admin')}>
        <TextArea
          className="@md:col-span-2"
          rows={4}
          hint={t('users:form.notesHint')}
          {...field('admin_notes')}
        />
      </FieldGroup>
    </>
  );
}

function SubscriptionFields({ draft, onChange }: Omit<UserFieldsProps, 'errors'>) {
  const { t } = useTranslation(['users', 'categories']);
  const topics = [...new Set([...allCategories(), ...draft.newsletter_categories])];
  return (
    <div className="@md:col-span-2">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={draft.newsletter_subscribed}
          onChange={(event) => onChange('newsletter_subscribed', event.currentTarget.checked)}
        />
        {t('users:form.subscribed')}
      </label>
      <fieldset className="mt-2">
        <legend className="text-soft text-sm">{t('users:form.topics')}</legend>
        <div className="grid grid-cols-1 gap-x-6 @md:grid-cols-2">
          {topics.map((topic) => (
            <label key={topic} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={draft.newsletter_categories.includes(topic)}
                onChange={(event) =>
                  onChange(
                    'newsletter_categories',
                    event.currentTarget.checked
                      ? [...draft.newsletter_categories, topic]
                      : draft.newsletter_categories.filter((chosen) => chosen !== topic),
                  )
                }
              />
              {topicName(t, topic)}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mt-8">
      <legend className="mb-4 font-display font-semibold text-lg">{title}</legend>
      <div className="grid grid-cols-1 items-start gap-x-5 gap-y-4 @md:grid-cols-2">{children}</div>
    </fieldset>
  );
}
