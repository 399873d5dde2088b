import { Form } from '@base-ui/react/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { findInvitations, inviteAdministrator } from '../../../core/admins/administrator-calls.ts';
import type { Role } from '../../../core/admins/roles.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { NO_ERRORS, problemFields } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SelectField, TextField } from '../../shared/ui/field.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';
import { NoMailServer, useMailedToast } from '../shared/mailed.tsx';
import { RoleField } from './role-field.tsx';

/** Asks whom to invite, as what, and in which language the mail is to be. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('administrators');
  return (
    <Dialog open={open} onClose={onClose} title={t('invite.title')} className="max-w-lg">
      <InviteForm onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['administrators', 'problems', 'refusals', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const mailed = useMailedToast();
  // Base UI shows the same object once, and moves the focus to the first refused field when it changes.
  const [errors, setErrors] = useState(NO_ERRORS);
  const invite = useMutation({
    mutationFn: (body: { email: string; role: Role; language: Language }) =>
      callFromBrowser(inviteAdministrator, { body }),
    onError: (error) => setErrors(problemFields(t, error)),
    onSuccess: async ({ email }) => {
      localDraft.noteSaved();
      await client.invalidateQueries({ queryKey: callKey(findInvitations) });
      onClose();
      toast(mailed(email, { type: 'success', title: t('administrators:invite.sent'), message: email }));
    },
  });
  const { value, change, localDraft } = useLocalDraftForm<{ email: string; role: Role; language: Language }>({
    form: 'invite',
    subject: '',
    initial: { email: '', role: 'editor', language },
  });
  /**
   * Fields are uncontrolled: a restored local draft remounts the form (`count` is its key) with new defaults.
   */
  const [restored, setRestored] = useState({ count: 0, value });
  const valuesIn = (form: HTMLFormElement) => {
    const values = new FormData(form);
    return {
      email: String(values.get('email')),
      role: values.get('role') as Role,
      language: values.get('language') as Language,
    };
  };
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, ...chosen } = valuesIn(event.currentTarget);
    setErrors(NO_ERRORS);
    invite.mutate({ ...chosen, email: email.trim() });
  }
  const isAtField = Object.keys(errors).length > 0;
  return (
    <Form
      key={restored.count}
      method="post"
      className="space-y-5"
      errors={errors}
      onSubmit={submit}
      onChange={(event) => change(valuesIn(event.currentTarget))}
    >
      <LocalDraftNotice
        offer={localDraft}
        onRestore={(draft) => {
          change(draft);
          setRestored(({ count }) => ({ count: count + 1, value: draft }));
        }}
      />
      <p className="text-soft">{t('administrators:invite.text')}</p>
      <NoMailServer />
      <TextField
        name="email"
        type="email"
        defaultValue={restored.value.email}
        label={t('administrators:email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <RoleField defaultValue={restored.value.role} />
      <SelectField
        name="language"
        label={t('administrators:invite.language')}
        defaultValue={restored.value.language}
        options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      {invite.error && !isAtField ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, invite.error, t('administrators:invite.failed'))}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('administrators:cancel')}</Button>
        <Button type="submit" look="primary" busy={invite.isPending}>
          {t(invite.isPending ? 'administrators:invite.sending' : 'administrators:invite.send')}
        </Button>
      </div>
    </Form>
  );
}
