import { Form } from '@base-ui/react/form';
import { useState } from 'react';
import type { VersionedSettings } from '../../../core/settings/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { DocumentsEditor } from '../documents/documents-editor.tsx';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { SECTION_FOOTER } from '../shared/section.tsx';
import { saveProblem } from './save-problem.ts';
import {
  AiSettings,
  AnalyticsSettings,
  MailSettings,
  ModerationSettings,
  SearchSettings,
  SecuritySettings,
  SessionSettings,
  SourceSettings,
} from './setting-groups.tsx';
import { SettingsConflict } from './settings-conflict.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** All settings in one form, with the pages of plain text below. */
export function SettingsForm({ initial }: { initial: VersionedSettings }) {
  const { t } = useTranslation(['settings', 'problems', 'refusals', 'common']);
  const { form, edition, saved, shown, typed, isDirty, errors, save, conflict, localDraft, ...acts } =
    useSettingsForm(initial);
  const [documentsDirty, setDocumentsDirty] = useState(false);

  return (
    <>
      <LocalDraftNotice offer={localDraft} onRestore={acts.restore} />
      {conflict ? <SettingsConflict {...conflict} busy={save.isPending} /> : null}
      <Form
        method="post"
        key={edition}
        ref={form}
        errors={errors}
        onChange={acts.readTyped}
        onSubmit={acts.submit}
        // What has the focus must not be behind the bar at the bottom.
        className="max-w-3xl [&_:is(input,select,textarea)]:scroll-mb-28"
      >
        <AiSettings saved={saved} shown={shown} typed={typed} />
        <AnalyticsSettings shown={shown} />
        <ModerationSettings shown={shown} />
        <SearchSettings shown={shown} />
        <SourceSettings shown={shown} />
        <MailSettings shown={shown} />
        <SessionSettings shown={shown} />
        <SecuritySettings shown={shown} />
        <div className={SECTION_FOOTER}>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t(save.isPending ? 'saving' : 'save')}
          </Button>
          {isDirty && !save.isPending ? <Button onClick={acts.discard}>{t('discard')}</Button> : null}
          <p role="status" className="text-soft text-sm">
            {save.isSuccess ? t('saved') : isDirty && !save.isError ? t('unsaved') : null}
          </p>
          {save.isError && !conflict ? (
            <p role="alert" className="text-danger text-sm">
              {saveProblem(t, save.error)}
            </p>
          ) : null}
        </div>
      </Form>
      <DocumentsEditor onDirty={setDocumentsDirty} />
      <LeaveGuard
        when={isDirty || documentsDirty}
        title={t('settings:leave.title')}
        text={t('settings:leave.text')}
        leave={t('settings:leave.confirm')}
        stay={t('settings:leave.cancel')}
      />
    </>
  );
}
