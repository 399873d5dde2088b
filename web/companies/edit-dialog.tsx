import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBeforeUnload, useBlocker, useLocation, useNavigate } from 'react-router';
import { type AdminCompany, readAdminCompany, updateCompany } from '../../core/companies/admin-calls.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import { CallError, send } from '../api.ts';
import { callKey, useCall } from '../console/api.ts';
import { LoadFailed, Loading } from '../console/section.tsx';
import { problemText } from '../problem-text.ts';
import { useRoot } from '../root.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatMoment } from '../ui/format.ts';
import { useToast } from '../ui/toast.tsx';
import { changesOf, disagreementsOf, draftOf, draftOn, isChanged } from './company-draft.ts';
import { readEditAddress, writeEditAddress } from './edit-address.ts';
import { EditConflict } from './edit-conflict.tsx';
import { EditForm } from './edit-form.tsx';
import { HistoryDialog } from './edit-history.tsx';
import { OPENED_HERE } from './edit-table.tsx';

const companyIn = (location: Location) => readEditAddress(new URLSearchParams(location.search)).edit;

/**
 * The editor of the company that the address names. It is closed by leaving that address, so that
 * Back, Escape and the buttons meet the same question about unsaved changes.
 */
export function EditDialog({
  id,
  dataLanguage,
  onSaved,
}: {
  id: string | null;
  dataLanguage: Language;
  onSaved(): void;
}) {
  const { t } = useTranslation('edit');
  const location = useLocation();
  const navigate = useNavigate();
  const unsaved = useRef(false);
  const [busy, setBusy] = useState(false);
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
      const query = writeEditAddress(new URLSearchParams(location.search), { edit: null });
      void navigate({ search: query.toString() }, { replace: true, preventScrollReset: true });
    }
  }

  return (
    <>
      <Dialog open={id !== null} onClose={close} busy={busy} title={t('edit')} className="max-w-5xl">
        {last.current ? (
          <Editor
            key={last.current}
            id={last.current}
            dataLanguage={dataLanguage}
            unsaved={unsaved}
            onBusy={setBusy}
            onClose={close}
            onSaved={onSaved}
          />
        ) : null}
      </Dialog>
      <Confirm
        open={blocker.state === 'blocked'}
        type="warning"
        title={t('leave.title')}
        message={t('leave.text')}
        confirmLabel={t('leave.discard')}
        cancelLabel={t('leave.stay')}
        onConfirm={() => {
          unsaved.current = false;
          blocker.proceed?.();
        }}
        onCancel={() => blocker.reset?.()}
      />
    </>
  );
}

interface EditorProps {
  id: string;
  dataLanguage: Language;
  /** Whether there are changes that would be lost. */
  unsaved: RefObject<boolean>;
  onBusy(busy: boolean): void;
  onClose(): void;
  onSaved(): void;
}

function Editor(props: EditorProps) {
  const { t } = useTranslation('edit');
  const { id, unsaved } = props;
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
  return <LoadedEditor key={company.data.version} {...props} company={company.data} />;
}

function LoadedEditor({
  id,
  dataLanguage,
  unsaved,
  onBusy,
  onClose,
  onSaved,
  company,
}: EditorProps & { company: AdminCompany }) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const [base, setBase] = useState(company);
  const [draft, setDraft] = useState(() => draftOf(company));
  const [newer, setNewer] = useState<AdminCompany | null>(null);
  const [historyOpen, setHistoryOpen] = useState(false);
  unsaved.current = isChanged(base, draft);

  function finish() {
    unsaved.current = false;
    onClose();
  }

  const save = useMutation({
    mutationFn: (saved: { base: AdminCompany; draft: typeof draft }) =>
      send(updateCompany, {
        params: { id },
        body: { ...changesOf(saved.base, saved.draft), version: saved.base.version },
      }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (saved) => {
      onSaved();
      toast({ type: 'success', title: t('edit:saved', { name: saved.name }) });
      finish();
    },
    onError: (error, saved) => {
      const current = error instanceof CallError ? error.body['company'] : undefined;
      if (error instanceof CallError && error.code === 'conflict' && current) {
        onSaved();
        meet(saved, current as AdminCompany);
        return;
      }
      toast({ type: 'error', title: t('edit:updateFailed'), message: t('edit:failed.update') });
    },
  });

  /** A newer version was saved: with nothing to decide there is nothing left to save either. */
  function meet(saved: { base: AdminCompany; draft: typeof draft }, current: AdminCompany) {
    if (disagreementsOf(saved.base, saved.draft, current).length === 0) finish();
    else {
      setBase(saved.base);
      setDraft(saved.draft);
      setNewer(current);
    }
  }

  /** Saves what changed; with nothing changed there is nothing to do. */
  function saveDraft(saved: { base: AdminCompany; draft: typeof draft }) {
    if (isChanged(saved.base, saved.draft)) save.mutate(saved);
    else finish();
  }

  if (newer) {
    const merged = (mine: ReadonlySet<string>) => ({ base: newer, draft: draftOn(newer, draft, mine) });
    return (
      <EditConflict
        key={newer.version}
        disagreements={disagreementsOf(base, draft, newer)}
        busy={save.isPending}
        onSave={(mine) => saveDraft(merged(mine))}
        onBack={(mine) => {
          const next = merged(mine);
          save.reset();
          setBase(next.base);
          setDraft(next.draft);
          setNewer(null);
        }}
      />
    );
  }
  return (
    <>
      <EditForm
        company={base}
        draft={draft}
        onChange={setDraft}
        firstLanguage={base.content[dataLanguage] ? dataLanguage : DEFAULT_LANGUAGE}
        failure={save.error ? problemText(t, save.error, t('edit:failed.update')) : null}
        busy={save.isPending}
        onSave={() => saveDraft({ base, draft })}
        onCancel={onClose}
        header={
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <p className="font-medium text-lg">{base.name}</p>
              <p className="number text-soft text-sm">
                {t('edit:lastSaved', {
                  date: formatMoment(base.updated_at, language),
                  version: base.version,
                })}
              </p>
            </div>
            <Button onClick={() => setHistoryOpen(true)}>{t('edit:history.open')}</Button>
          </div>
        }
      />
      <HistoryDialog
        company={base}
        unsaved={unsaved.current}
        open={historyOpen}
        onClose={() => setHistoryOpen(false)}
        onRestored={(restored) => {
          onSaved();
          toast({ type: 'success', title: t('edit:history.restored', { name: restored.name }) });
          client.setQueryData(callKey(readAdminCompany, { params: { id } }), restored);
        }}
      />
    </>
  );
}
