import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type AdminCompany, readAdminCompany } from '../../../core/companies/admin-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { FinalFocus } from '../../shared/ui/return-focus.ts';
import { useCall } from '../shared/api.ts';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { useOpened } from '../shared/opened.tsx';
import { NotLoaded } from '../shared/section.tsx';

/** What an editor in the dialog works with. */
export interface CompanyEditor {
  company: AdminCompany;
  /** Whether there are changes that would be lost. */
  unsaved: RefObject<boolean>;
  onBusy(busy: boolean): void;
  onClose(): void;
}

/**
 * An editor of the company that the address names. It is closed by leaving that address, so that
 * Back, Escape and the buttons meet the same question about unsaved changes. Needs the texts of `edit`.
 */
export function CompanyDialog({
  parameter,
  title,
  className,
  finalFocus,
  header,
  children,
}: {
  /** The query parameter that names the company. */
  parameter: string;
  title: string;
  className: string;
  finalFocus?: FinalFocus;
  /** Content above the editor, which stays while another company is loaded. */
  header?(busy: boolean): ReactNode;
  /** The editor, drawn anew with each version that is loaded. */
  children(editor: CompanyEditor): ReactNode;
}) {
  const { t } = useTranslation('edit');
  const { id, close } = useOpened(parameter);
  const unsaved = useRef(false);
  const [busy, setBusy] = useState(false);
  // The closing animation still shows the previous content.
  const last = useRef(id);
  if (id) last.current = id;

  return (
    <Dialog
      open={id !== null}
      onClose={close}
      busy={busy}
      title={title}
      className={className}
      {...(finalFocus ? { finalFocus } : {})}
    >
      {header?.(busy)}
      {last.current ? (
        <LoadedCompany
          key={last.current}
          id={last.current}
          unsaved={unsaved}
          editor={(company) => children({ company, unsaved, onBusy: setBusy, onClose: close })}
        />
      ) : null}
      <LeaveGuard
        when={unsaved}
        parameter={parameter}
        type="danger"
        title={t('leave.title')}
        text={t('leave.text')}
        leave={t('leave.discard')}
        stay={t('leave.stay')}
      />
    </Dialog>
  );
}

function LoadedCompany({
  id,
  unsaved,
  editor,
}: {
  id: string;
  unsaved: RefObject<boolean>;
  editor(company: AdminCompany): ReactNode;
}) {
  const { t } = useTranslation('edit');
  // Loaded anew with each opening, and then left alone: what is being edited must not move.
  const company = useCall(
    readAdminCompany,
    { params: { id } },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  useEffect(
    () => () => {
      unsaved.current = false;
    },
    [unsaved],
  );
  if (!company.data) return <NotLoaded query={company} failed={t('companyFailed')} lines={8} />;
  return <Fragment key={company.data.version}>{editor(company.data)}</Fragment>;
}
