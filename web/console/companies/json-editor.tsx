import { type FormEvent, type ReactNode, useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalLine } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextArea } from '../../shared/ui/input.tsx';
import { ChangeList } from './change-list.tsx';
import { type Changes, listChanges, readChanges } from './company-changes.ts';

/** A company as a text, with what its changes would do. Needs the texts of `transfer`, `edit` and `refusals`. */
export function JsonEditor({
  base,
  text,
  failure,
  busy,
  onChange,
  onUpdate,
  onCancel,
}: {
  base: AdminCompany;
  text: string;
  failure: ReactNode;
  busy: boolean;
  onChange(text: string): void;
  onUpdate(changes: Changes): void;
  onCancel(): void;
}) {
  const { t } = useTranslation(['transfer', 'edit', 'refusals']);
  const [keep, setKeep] = useState(false);
  const { changes, errors, endsClaims } = readChanges(base, text, keep);
  const list = changes ? listChanges(base, changes) : [];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy && changes && list.length > 0) onUpdate(changes);
  }

  return (
    <form method="post" onSubmit={submit} className="border-line border-t px-4 pt-5 pb-5 sm:px-6">
      <TextArea
        label={t('transfer:card.jsonLabel')}
        isCode
        rows={18}
        value={text}
        hint={t('transfer:card.jsonHint')}
        problem={
          errors ? t('transfer:card.jsonWrong', { reason: refusalLine(t, errors.slice(0, 3)) }) : undefined
        }
        onChange={onChange}
      />
      {list.length > 0 ? (
        <section className="mt-5">
          <h3 className="text-lg">{t('edit:history.changes', { count: list.length })}</h3>
          <ChangeList changes={list} />
        </section>
      ) : null}
      {endsClaims ? (
        <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
          {t('transfer:card.keepClaims')}
        </label>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        <div role="alert" className="min-w-0 flex-1 basis-64 text-danger text-sm">
          {failure}
        </div>
        <Button busy={busy} onClick={onCancel}>
          {t('edit:cancel')}
        </Button>
        <Button type="submit" look="primary" disabled={list.length === 0} busy={busy}>
          {busy ? t('transfer:card.updating') : t('transfer:card.update')}
        </Button>
      </div>
    </form>
  );
}
