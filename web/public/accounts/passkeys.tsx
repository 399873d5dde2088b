import { Form } from '@base-ui/react/form';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  addPasskey,
  beginPasskey,
  findPasskeys,
  removePasskey,
} from '../../../core/accounts/factor-calls.ts';
import { PASSKEY_NAME_MAX, type Passkey } from '../../../core/mfa/rules.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { askForNewPasskey, knowsPasskeys } from '../../shared/mfa/browser-passkey.ts';
import { PasskeyList } from '../../shared/mfa/passkey-list.tsx';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField, TextField } from '../../shared/ui/field.tsx';
import { AccountSection } from './account-page.tsx';

/** The account's passkeys: seen, added and removed. */
export function Passkeys() {
  return (
    <WithTexts features={['factors']}>
      <OwnPasskeys />
    </WithTexts>
  );
}

function OwnPasskeys() {
  const { t } = useTranslation(['factors', 'problems', 'common']);
  const [passkeys, setPasskeys] = useState<Passkey[] | null>(null);
  const [unread, setUnread] = useState<unknown>(null);
  const [removing, setRemoving] = useState<string>();
  const removal = useSending(t('factors:failed'));
  const list = useRef<HTMLDivElement>(null);

  const read = useCallback(async () => {
    try {
      setPasskeys(await sendAsUser(findPasskeys, {}));
      setUnread(null);
    } catch (error) {
      setUnread(error);
    }
  }, []);
  useEffect(() => void read(), [read]);

  async function remove({ id }: Passkey) {
    setRemoving(id);
    const isGone = await removal.run(() => sendAsUser(removePasskey, { params: { id } }));
    setRemoving(undefined);
    if (!isGone) return;
    await read();
    // The button is gone with its passkey.
    list.current?.focus();
  }

  return (
    <AccountSection id="passkeys" title={t('factors:passkeys.title')}>
      <p className="mb-4 text-soft">{t('factors:passkeys.readerText')}</p>
      <div ref={list} tabIndex={-1} className="outline-none">
        {unread ? (
          <div className="space-y-3">
            <Failure text={problemText(t, unread, t('factors:loadFailed'))} />
            <Button onClick={() => void read()}>{t('common:retry')}</Button>
          </div>
        ) : passkeys ? (
          <PasskeyList passkeys={passkeys} removing={removing} onRemove={(passkey) => void remove(passkey)} />
        ) : (
          <div className="skeleton h-16" />
        )}
      </div>
      <Failure text={removal.failed} />
      {knowsPasskeys() ? (
        <AddPasskey onAdded={() => void read()} />
      ) : (
        <p className="mt-4 text-soft text-sm">{t('factors:passkeys.unknown')}</p>
      )}
    </AccountSection>
  );
}

function AddPasskey({ onAdded }: { onAdded(): void }) {
  const { t } = useTranslation(['factors', 'accounts']);
  const { busy, failed, errors, run } = useSending(t('factors:failed'));
  const [announcement, setAnnouncement] = useState<'added' | 'passkeyLeft' | null>(null);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setAnnouncement(null);
    await run(async () => {
      const options = await sendAsUser(beginPasskey, { body: { password: String(values.get('password')) } });
      const passkey = await askForNewPasskey(options);
      if (!passkey) {
        setAnnouncement('passkeyLeft');
        return;
      }
      await sendAsUser(addPasskey, { body: { name: String(values.get('name')).trim(), passkey } });
      form.current?.reset();
      setAnnouncement('added');
      onAdded();
    });
  }

  return (
    <Form
      method="post"
      ref={form}
      errors={errors}
      className="mt-6 max-w-md space-y-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        name="name"
        label={t('factors:passkeys.name')}
        hint={t('factors:passkeys.nameHint')}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        required
      />
      <PasswordField
        name="password"
        label={t('accounts:password')}
        autoComplete="current-password"
        required
      />
      <Failure text={failed} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy}>
          {t('factors:passkeys.add')}
        </Button>
        <p role="status" className={announcement === 'added' ? 'text-accent' : 'text-soft'}>
          {announcement === 'added'
            ? t('factors:passkeys.done')
            : announcement
              ? t('factors:passkeyLeft')
              : null}
        </p>
      </div>
    </Form>
  );
}
