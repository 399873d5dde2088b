import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type Location, useBeforeUnload, useBlocker, useLocation, useNavigate } from 'react-router';
import { type AdminCompany, readAdminCompany } from '../../core/companies/admin-calls.ts';
import { useCall } from '../console/api.ts';
import { discardDrafts } from '../console/kept-drafts.ts';
import { LoadFailed, Loading } from '../console/section.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** State of the location that opened the dialog from its own page, so that closing it can go back. */
export const OPENED_HERE = { editor: 'opened here' };

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
  children,
}: {
  /** The query parameter that names the company. */
  parameter: string;
  title: string;
  className: string;
  /** The editor, drawn anew with each version that is loaded. */
  children(editor: CompanyEditor): ReactNode;
}) {
  const { t } = useTranslation('edit');
  const location = useLocation();
  const navigate = useNavigate();
  const unsaved = useRef(false);
  const [busy, setBusy] = useState(false);
  const companyIn = ({ search }: Pick<Location, 'search'>) =>
    new URLSearchParams(search).get(parameter) || null;
  const id = companyIn(location);
  // It keeps its words while it fades out.
  const last = useRef(id);
  if (id) last.current = id;

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.current &&
      companyIn(currentLocation) !== null &&
      (companyIn(currentLocation) !== companyIn(nextLocation) ||
        currentLocation.pathname !== nextLocation.pathname),
  );
  useBeforeUnload((event) => {
    if (unsaved.current) event.preventDefault();
  });

  function close() {
    // Opened from here, Back closes it; opened by its address, there is nothing to go back to.
    if ((location.state as Partial<typeof OPENED_HERE> | null)?.editor === OPENED_HERE.editor)
      void navigate(-1);
    else {
      const query = new URLSearchParams(location.search);
      query.delete(parameter);
      void navigate({ search: query.toString() }, { replace: true, preventScrollReset: true });
    }
  }

  return (
    <Dialog open={id !== null} onClose={close} busy={busy} title={title} className={className}>
      {last.current ? (
        <LoadedCompany
          key={last.current}
          id={last.current}
          unsaved={unsaved}
          editor={(company) => children({ company, unsaved, onBusy: setBusy, onClose: close })}
        />
      ) : null}
      <Confirm
        open={blocker.state === 'blocked'}
        type="danger"
        title={t('leave.title')}
        message={t('leave.text')}
        confirmLabel={t('leave.discard')}
        cancelLabel={t('leave.stay')}
        onConfirm={() => {
          unsaved.current = false;
          discardDrafts();
          blocker.proceed?.();
        }}
        onCancel={() => blocker.reset?.()}
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
  if (company.error)
    return (
      <LoadFailed error={company.error} text={t('companyFailed')} onRetry={() => void company.refetch()} />
    );
  if (!company.data) return <Loading lines={8} />;
  return <Fragment key={company.data.version}>{editor(company.data)}</Fragment>;
}
