import { Form } from '@base-ui/react/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { saveOwnAdminEmail } from '../../../core/admins/administrator-calls.ts';
import { readAdminSession } from '../../../core/admins/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { NO_ERRORS, problemFields } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { callKey, useCall } from '../shared/api.ts';

/** One's own address, by which the other owners know whose access it is. */
export function OwnEmail() {
  const { t } = useTranslation(['administrators', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const { data: session } = useCall(readAdminSession, {});
  // Base UI shows the same object once, and moves the focus to the refused field when it changes.
  const [errors, setErrors] = useState(NO_ERRORS);
  const save = useMutation({
    mutationFn: (email: string | null) => callFromBrowser(saveOwnAdminEmail, { body: { email } }),
    onError: (error) => setErrors(problemFields(t, error)),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(readAdminSession) }),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setErrors(NO_ERRORS);
    save.mutate(String(new FormData(event.currentTarget).get('email')).trim() || null);
  }
  return (
    <section aria-labelledby="own-email" className="border-line border-t pt-8">
      <h2 id="own-email" className="text-xl">
        {t('administrators:ownEmail.title')}
      </h2>
      <p className="mt-1 text-soft">{t('administrators:ownEmail.text')}</p>
      {session ? (
        <Form
          method="post"
          className="mt-4 space-y-4"
          errors={errors}
          onSubmit={submit}
          onChange={() => {
            if (!save.isIdle) save.reset();
          }}
        >
          <TextField
            name="email"
            type="email"
            label={t('administrators:email')}
            optional
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={session.email ?? ''}
          />
          {save.error && Object.keys(errors).length === 0 ? (
            <p role="alert" className="text-danger text-sm">
              {problemText(t, save.error, t('administrators:failed'))}
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" busy={save.isPending}>
              {t('administrators:ownEmail.save')}
            </Button>
            <p role="status" className="text-accent text-sm">
              {save.isSuccess ? t('administrators:ownEmail.saved') : null}
            </p>
          </div>
        </Form>
      ) : (
        <div className="skeleton mt-4 h-24" />
      )}
    </section>
  );
}
