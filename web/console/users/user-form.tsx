import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConflictChoice } from '../shared/conflict-choice.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useMay } from '../shared/may.ts';
import { type UserFormProps, type UserSaveState, useUserForm } from './use-user-form.ts';
import { userDraftOf } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { userFieldLabels, userFieldText } from './user-texts.ts';

/** Edits a user; only shows them to an administrator who may not write. */
export function UserForm(props: UserFormProps) {
  const { t } = useTranslation(['users', 'accounts', 'categories']);
  const mayWrite = useMay()('users.write');
  const { form, draft, errors, state, failure, localDraft, restore, set, submit, conflict } =
    useUserForm(props);
  const labels = userFieldLabels(t);

  return (
    <form
      method="post"
      ref={form}
      noValidate
      aria-label={t('users:form.label')}
      className="[&_.field]:scroll-my-24"
      onSubmit={submit}
    >
      {conflict ? (
        <ConflictChoice
          {...conflict}
          fields={conflict.fields.map((key) => ({
            key,
            label: labels[key],
            mine: userFieldText(t, key, draft),
            theirs: userFieldText(t, key, userDraftOf(conflict.saved.current)),
          }))}
          busy={state === 'saving'}
        />
      ) : null}
      {mayWrite ? <LocalDraftNotice offer={localDraft} onRestore={restore} /> : null}
      <fieldset disabled={!mayWrite}>
        <UserFields draft={draft} errors={errors} onChange={set} />
      </fieldset>
      {mayWrite ? (
        <UserSaveBar state={state} error={failure} />
      ) : (
        <p className="mt-6 pb-8 text-soft text-sm">{t('users:readOnly')}</p>
      )}
    </form>
  );
}

function UserSaveBar({ state, error }: { state: UserSaveState; error: Error | null }) {
  const { t } = useTranslation(['users', 'problems', 'common']);
  return (
    <div className="sticky bottom-0 -mx-5 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-paper px-5 py-4 md:-mx-8 md:px-8">
      <Button type="submit" look="primary" busy={state === 'saving'}>
        {t(`users:save.${state}`)}
      </Button>
      <p role="status" className="sr-only">
        {state === 'success' ? t('users:save.success') : null}
      </p>
      {state === 'error' ? (
        <p role="alert" className="min-w-0 flex-1 text-danger text-sm">
          {t('users:saveFailed')} {problemText(t, error, '')}
        </p>
      ) : null}
    </div>
  );
}
