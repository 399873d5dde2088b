import { Form } from '@base-ui/react/form';
import { type FormEvent, useId, useState } from 'react';
import { SHARED_BY_MAX } from '../../../core/lists/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { openAuth } from '../../shared/accounts/session.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { inLanguage, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { CopyResult, useCopy } from '../page/share.tsx';
import { changeList, type ReaderList } from './list-store.ts';

/** Dialog that gives a list a public address, or removes the address. */
export function ShareListDialog({
  open,
  onClose,
  list,
  canShare,
}: {
  open: boolean;
  onClose(): void;
  list: ReaderList;
  /** False where nobody is logged in. */
  canShare: boolean;
}) {
  const { t } = useTranslation(['lists', 'accounts']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('lists:shareTitle', { name: list.name || t('lists:usual') })}
    >
      {canShare ? (
        <SharedState list={list} />
      ) : (
        <>
          <p>{t('lists:needsAccount')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            {(['register', 'login'] as const).map((mode) => (
              <Button
                key={mode}
                look={mode === 'register' ? 'primary' : 'plain'}
                onClick={() => {
                  onClose();
                  openAuth(mode);
                }}
              >
                {t(mode === 'register' ? 'accounts:signUp' : 'accounts:logIn')}
              </Button>
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}

function SharedState({ list: { id, token, shared_by } }: { list: ReaderList }) {
  const { t } = useTranslation('lists');
  const { language, site } = useRoot();
  const { busy, failed, errors, run } = useSending(t('failed'));
  const { copied, copy } = useCopy();
  const [isStopped, setStopped] = useState(false);
  const field = useId();
  const path = paths.sharedList(token ?? '');
  const address = `${site.url}${inLanguage(path, language)}`;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const by = String(new FormData(event.currentTarget).get('shared_by')).trim();
    setStopped(false);
    await run(() => changeList(id, () => ({ shared: true, shared_by: by })));
  }

  return (
    <>
      <p>{t('shareText')}</p>
      {token ? (
        <div className="mt-4">
          <label htmlFor={field} className="mb-1 block font-medium text-sm">
            {t('address')}
          </label>
          <input
            id={field}
            className="field"
            readOnly
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Button look="primary" onClick={() => void copy(address)}>
              {t('copyAddress')}
            </Button>
            <PageLink to={path} className="link inline-flex min-h-11 items-center">
              {t('openShared')}
            </PageLink>
            <CopyResult copied={copied} />
          </div>
        </div>
      ) : null}
      <p role="status" className="mt-4 empty:hidden">
        {isStopped && !token ? t('shareStopped') : null}
      </p>
      <Form method="post" errors={errors} className="mt-6" onSubmit={(event) => void submit(event)}>
        <TextField
          name="shared_by"
          label={t('sharedBy')}
          hint={t('sharedByHint')}
          optional
          maxLength={SHARED_BY_MAX}
          defaultValue={shared_by}
        />
        <div className="mt-4 empty:hidden">
          <Failure text={failed} />
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" look={token ? 'plain' : 'primary'} busy={busy}>
            {t(token ? 'save' : 'shareStart')}
          </Button>
          {token ? (
            <Button
              look="danger"
              busy={busy}
              onClick={() =>
                void run(() => changeList(id, () => ({ shared: false, shared_by: '' }))).then(setStopped)
              }
            >
              {t('shareStop')}
            </Button>
          ) : null}
        </div>
      </Form>
    </>
  );
}
