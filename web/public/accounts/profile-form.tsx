import { Form } from '@base-ui/react/form';
import { type FormEvent, useEffect, useState } from 'react';
import { type PublicUser, saveProfile } from '../../../core/accounts/calls.ts';
import { SOCIAL_URLS_MAX } from '../../../core/accounts/rules.ts';
import type { Sent } from '../../../core/call.ts';
import { listedCategories } from '../../../core/categories.ts';
import { isLanguage } from '../../../core/languages.ts';
import { refusal } from '../../../core/refusal.ts';
import { completeUrl, isHttpUrl } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { languageOptions, nameFields } from '../../shared/accounts/fields.ts';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser, updateAccount } from '../../shared/accounts/session.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../shared/ui/field.tsx';
import { AccountSection } from './account-page.tsx';

/** 'Saved' goes away after this long, in milliseconds (specification, section 4). */
const SAVED_FOR = 3000;

const linkLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const orEmpty = (value: string | null) => value ?? '';

function profileOf(
  data: FormData,
  user: PublicUser,
  subscribed: boolean,
): Required<Sent<typeof saveProfile>>['body'] {
  const text = (name: string) => String(data.get(name) ?? '');
  const chosen = text('language');
  // Chosen elsewhere, by a console or an older version: kept, though there is no box for it.
  const others = user.newsletter_categories.filter((id) => id !== 'all' && !listedCategories().includes(id));
  return {
    nickname: text('nickname'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    job_title: text('job_title'),
    job_category: text('job_category'),
    organization: text('organization'),
    phone_number: text('phone_number'),
    country: text('country'),
    website_url: text('website_url').trim(),
    social_urls: linkLines(text('social_urls')),
    newsletter_subscribed: subscribed,
    ...(isLanguage(chosen) ? { language: chosen } : {}),
    ...(subscribed
      ? { newsletter_categories: [...data.getAll('newsletter_categories').map(String), ...others] }
      : {}),
  };
}

/** The fields keep what was typed until the page is left, whatever the server answers. */
export function ProfileForm({ user }: { user: PublicUser }) {
  const { t } = useTranslation('accounts');
  const { busy, failed, errors, run } = useSending(t('saveFailed'));
  const [saved, setSaved] = useState(false);
  const [subscribed, setSubscribed] = useState(user.newsletter_subscribed);

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_FOR);
    return () => clearTimeout(timer);
  }, [saved]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setSaved(false);
    const done = await run(async () => {
      const answer = await sendAsUser(saveProfile, { body: profileOf(data, user, subscribed) });
      updateAccount(answer.user);
    });
    setSaved(done);
  }

  return (
    // Header and save bar stand over the page: a field that gets the focus keeps clear of both.
    <Form
      method="post"
      errors={errors}
      className="[&_.field]:scroll-my-28"
      onSubmit={(event) => void submit(event)}
    >
      <p className="mb-8 flex flex-wrap items-center gap-3">
        <span className="break-all">{user.email}</span>
        <span className="text-xs">
          <Badge tone={user.email_verified ? 'good' : 'neutral'}>
            {t(user.email_verified ? 'verified' : 'notVerified')}
          </Badge>
        </span>
      </p>
      <PersonFields user={user} />
      <WorkFields user={user} />
      <LinkFields user={user} />
      <NewsletterFields user={user} subscribed={subscribed} onSubscribed={setSubscribed} />
      <div className="sticky bottom-0 -mx-4 border-line border-t bg-paper px-4 py-4">
        <Failure text={failed} />
        <div className={`flex items-center gap-4 ${failed ? 'mt-3' : ''}`}>
          <Button type="submit" look="primary" busy={busy}>
            {busy ? t('saving') : t('save')}
          </Button>
          <p role="status" className="text-accent">
            {saved ? t('saved') : null}
          </p>
        </div>
      </div>
    </Form>
  );
}

function PersonFields({ user }: { user: PublicUser }) {
  const { t } = useTranslation('accounts');
  const { language } = useRoot();
  return (
    <AccountSection id="person" title={t('person')}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          name="nickname"
          label={t('nickname')}
          hint={t('nicknameHint')}
          autoComplete="nickname"
          defaultValue={orEmpty(user.nickname)}
          className="sm:col-span-2"
        />
        {nameFields(language).map(({ name, text, autoComplete }) => (
          <TextField
            key={name}
            name={name}
            label={t(text)}
            autoComplete={autoComplete}
            defaultValue={orEmpty(user[name])}
          />
        ))}
        <TextField
          name="phone_number"
          type="tel"
          label={t('phone')}
          autoComplete="tel"
          defaultValue={orEmpty(user.phone_number)}
        />
        <TextField
          name="country"
          label={t('country')}
          autoComplete="country-name"
          defaultValue={orEmpty(user.country)}
        />
        <SelectField
          name="language"
          label={t('language')}
          hint={t('languageHint')}
          defaultValue={user.language}
          options={languageOptions()}
        />
      </div>
    </AccountSection>
  );
}

function WorkFields({ user }: { user: PublicUser }) {
  const { t } = useTranslation('accounts');
  return (
    <AccountSection id="work" title={t('work')}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          name="job_title"
          label={t('jobTitle')}
          autoComplete="organization-title"
          defaultValue={orEmpty(user.job_title)}
        />
        <TextField name="job_category" label={t('jobCategory')} defaultValue={orEmpty(user.job_category)} />
        <TextField
          name="organization"
          label={t('organization')}
          autoComplete="organization"
          defaultValue={orEmpty(user.organization)}
          className="sm:col-span-2"
        />
      </div>
    </AccountSection>
  );
}

function LinkFields({ user }: { user: PublicUser }) {
  const { t } = useTranslation(['accounts', 'refusals']);
  const isAddress = (url: string) =>
    url.trim() === '' || isHttpUrl(completeUrl(url.trim())) ? null : t('refusals:invalid_url');
  return (
    <AccountSection id="links" title={t('links')}>
      <div className="space-y-5">
        <TextField
          name="website_url"
          label={t('website')}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          placeholder="https://"
          defaultValue={orEmpty(user.website_url)}
          validate={isAddress}
        />
        <TextAreaField
          name="social_urls"
          label={t('socialUrls')}
          hint={t('socialUrlsHint')}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          defaultValue={user.social_urls.join('\n')}
          validate={(text) => {
            const urls = linkLines(text);
            if (urls.length > SOCIAL_URLS_MAX)
              return refusalText(t, refusal('too_many', { max: SOCIAL_URLS_MAX }));
            return urls.every((url) => isHttpUrl(completeUrl(url))) ? null : t('refusals:invalid_url');
          }}
        />
      </div>
    </AccountSection>
  );
}

function NewsletterFields({
  user,
  subscribed,
  onSubscribed,
}: {
  user: PublicUser;
  subscribed: boolean;
  onSubscribed(subscribed: boolean): void;
}) {
  const { t } = useTranslation(['accounts', 'categories']);
  return (
    <AccountSection id="newsletter" title={t('newsletterTitle')}>
      <CheckboxField
        name="newsletter_subscribed"
        label={t('newsletter')}
        defaultChecked={subscribed}
        onChange={(event) => onSubscribed(event.currentTarget.checked)}
      />
      {/* Hidden rather than gone, so that a choice outlives a change of mind. */}
      <fieldset hidden={!subscribed} className="mt-3 border-line border-l pl-5">
        <legend className="mb-1 text-soft text-sm">{t('newsletterCategories')}</legend>
        {['all', ...listedCategories()].map((category) => (
          <CheckboxField
            key={category}
            name="newsletter_categories"
            value={category}
            label={t(`categories:${category}.name`)}
            defaultChecked={user.newsletter_categories.includes(category)}
          />
        ))}
      </fieldset>
    </AccountSection>
  );
}
