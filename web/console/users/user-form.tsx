import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { allCategories } from '../../../core/categories.ts';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import { type AdminUser, saveUser } from '../../../core/users/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { languageOptions, nameFields } from '../../shared/accounts/fields.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { problemFields } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select, TextArea, TextInput } from '../../shared/ui/input.tsx';
import { ConflictChoice } from '../shared/conflict-choice.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { useMay } from '../shared/may.ts';
import { mergeThreeWay, savedMeanwhile } from '../shared/three-way-merge.ts';
import { mergeUser } from './use-users.ts';
import { type UserDraft, userChangesOf, userDraftOf } from './user-draft.ts';

/** How long the button says how a save went, in milliseconds (specification, section 4). */
const SAVE_STATE_MS = { success: 2000, error: 3000 };

type SaveState = 'idle' | 'saving' | 'success' | 'error';

interface UserFormProps {
  user: AdminUser;
  unsaved: RefObject<boolean>;
  onBusy(busy: boolean): void;
}

/** The values that a user has in the fields of some changes. */
const fieldsOf = (user: AdminUser, changes: Partial<AdminUser>): Partial<AdminUser> =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, user[field as keyof AdminUser]]));

/** The draft has changed fields only: other fields show the values of a reloaded user. */
export function UserForm({ user, unsaved, onBusy }: UserFormProps) {
  const { t } = useTranslation(['users', 'accounts', 'categories', 'problems', 'refusals', 'ui', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const mayWrite = useMay()('users.write');
  const [typed, setTyped] = useState<Partial<UserDraft>>({});
  const [state, setState] = useState<SaveState>('idle');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const [meanwhile, setMeanwhile] = useState<SavedMeanwhile<AdminUser>>();
  const draft = { ...userDraftOf(user), ...typed };
  const changes = userChangesOf(user, draft);
  unsaved.current = Object.keys(changes).length > 0;
  // Only changed fields are kept: other administrators may have saved the unchanged fields since.
  const localDraft = useLocalDraft<{ changed: Partial<UserDraft> }>({
    form: 'user',
    subject: user.id,
    value: unsaved.current ? { changed: typed } : undefined,
    model: { changed: typed },
  });

  const save = useMutation({
    mutationFn: ({ body, on }: { body: Partial<AdminUser>; on: AdminUser }) =>
      callFromBrowser(saveUser, { params: { id: user.id }, body: { ...body, base: fieldsOf(on, body) } }),
    onMutate: () => {
      setState('saving');
      setErrors({});
      onBusy(true);
    },
    onSuccess: ({ user: saved }) => {
      setMeanwhile(undefined);
      localDraft.noteSaved();
      mergeUser(client, saved);
      setTyped({});
      setState('success');
    },
    onError: (error) => {
      const newer = savedMeanwhile<AdminUser>(error);
      if (newer) {
        // Both made the same change: there is nothing to decide.
        if (conflictsWith(newer.current).length === 0) save.mutate({ body: changes, on: newer.current });
        else {
          setMeanwhile(newer);
          setState('idle');
        }
        return;
      }
      setErrors(problemFields(t, error));
      setState('error');
    },
    onSettled: () => onBusy(false),
  });

  useEffect(() => {
    if (state !== 'success' && state !== 'error') return;
    const timer = setTimeout(() => setState('idle'), SAVE_STATE_MS[state]);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (state === 'saving') return;
    if (unsaved.current) save.mutate({ body: changes, on: user });
    else setState('success');
  }

  const set = <Field extends keyof UserDraft>(field: Field, value: UserDraft[Field]) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
  };
  const labels: Record<keyof UserDraft, string> = {
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
  const field = <Field extends Exclude<keyof UserDraft, 'newsletter_subscribed' | 'newsletter_categories'>>(
    name: Field,
  ) => ({
    label: labels[name],
    value: draft[name],
    onChange: (value: string) => set(name, value as UserDraft[Field]),
    problem: errors[name],
  });
  /** Fields that another administrator changed meanwhile to another value. */
  const conflictsWith = (current: AdminUser) =>
    mergeThreeWay(userDraftOf(user), draft, userDraftOf(current)).conflicts;
  /** The value of a user, as the form shows the field. */
  function shownValue(key: keyof UserDraft, { [key]: value }: UserDraft): string | boolean {
    if (Array.isArray(value)) return value.map(topicName).join('\n');
    return key === 'language' ? LANGUAGE_NAMES[value as Language] : value;
  }
  const topics = [...new Set([...allCategories(), ...draft.newsletter_categories])];
  const topicName = (topic: string) => {
    const known = allCategories().find((category) => category === topic);
    return known ? t(`categories:${known}.name`) : topic;
  };

  return (
    <form
      method="post"
      ref={form}
      noValidate
      aria-label={t('users:form.label')}
      className="[&_.field]:scroll-my-24"
      onSubmit={submit}
    >
      {meanwhile ? (
        <ConflictChoice
          saved={meanwhile}
          fields={conflictsWith(meanwhile.current).map((key) => ({
            key,
            label: labels[key],
            mine: shownValue(key, draft),
            theirs: shownValue(key, userDraftOf(meanwhile.current)),
          }))}
          busy={state === 'saving'}
          onSave={(mine) => {
            const { current } = meanwhile;
            const theirs = conflictsWith(current).filter((key) => !mine.has(key));
            const remaining = Object.entries(changes).filter(([key]) => !theirs.some((one) => one === key));
            save.mutate({ body: Object.fromEntries(remaining), on: current });
          }}
          onBack={() => setMeanwhile(undefined)}
        />
      ) : null}
      {mayWrite ? (
        <LocalDraftNotice offer={localDraft} onRestore={({ changed }) => setTyped(changed)} />
      ) : null}
      <fieldset disabled={!mayWrite}>
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
          <TextArea
            className="@md:col-span-2"
            hint={t('accounts:socialUrlsHint')}
            {...field('social_urls')}
          />
        </FieldGroup>
        <FieldGroup title={t('users:form.newsletter')}>
          <div className="@md:col-span-2">
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={draft.newsletter_subscribed}
                onChange={(event) => set('newsletter_subscribed', event.currentTarget.checked)}
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
                        set(
                          'newsletter_categories',
                          event.currentTarget.checked
                            ? [...draft.newsletter_categories, topic]
                            : draft.newsletter_categories.filter((chosen) => chosen !== topic),
                        )
                      }
                    />
                    {topicName(topic)}
                  </label>
                ))}
              </div>
            </fieldset>
          </div>
        </FieldGroup>
        <FieldGroup title={t('users:form.admin')}>
          <TextArea
            className="@md:col-span-2"
            rows={4}
            hint={t('users:form.notesHint')}
            {...field('admin_notes')}
          />
        </FieldGroup>
      </fieldset>
      {mayWrite ? (
        <div className="sticky bottom-0 -mx-5 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-paper px-5 py-4 md:-mx-8 md:px-8">
          <Button type="submit" look="primary" busy={state === 'saving'}>
            {t(`users:save.${state}`)}
          </Button>
          <p role="status" className="sr-only">
            {state === 'success' ? t('users:save.success') : null}
          </p>
          {state === 'error' ? (
            <p role="alert" className="min-w-0 flex-1 text-danger text-sm">
              {t('users:saveFailed')} {problemText(t, save.error, '')}
            </p>
          ) : null}
        </div>
      ) : (
        <p className="mt-6 pb-8 text-soft text-sm">{t('users:readOnly')}</p>
      )}
    </form>
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
