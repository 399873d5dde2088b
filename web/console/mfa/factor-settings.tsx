import { Form } from '@base-ui/react/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { readAdminSession } from '../../../core/admins/calls.ts';
import {
  addAdminPasskey,
  beginAdminPasskey,
  type Factors,
  readFactors,
  removeAdminPasskey,
  removeTotp,
  renewRecoveryCodes,
} from '../../../core/admins/factor-calls.ts';
import { PASSKEY_NAME_MAX, type Passkey } from '../../../core/mfa/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { askForNewPasskey, knowsPasskeys } from '../../shared/mfa/browser-passkey.ts';
import { PasskeyList } from '../../shared/mfa/passkey-list.tsx';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** The factor whose removal is being confirmed. */
type Leaving = { kind: 'totp' } | { kind: 'passkey'; passkey: Passkey } | { kind: 'codes' };

/**
 * An administrator's second factors. Needs the texts of `factors`.
 * @param onCodes says while new recovery codes are in sight, which are shown only once
 */
export function FactorSettings({ onCodes }: { onCodes?(shown: boolean): void }) {
  const { t } = useTranslation('factors');
  const client = useQueryClient();
  const factors = useCall(readFactors, {});
  const [codes, setCodes] = useState<string[] | null>(null);
  const [settingUp, setSettingUp] = useState(false);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const reload = () =>
    Promise.all(
      [readFactors, readAdminSession].map((call) => client.invalidateQueries({ queryKey: callKey(call) })),
    );
  async function show(made: string[] | null) {
    setSettingUp(false);
    if (made) {
      onCodes?.(true);
      setCodes(made);
    }
    await reload();
  }

  return (
    <section aria-labelledby="factors" className="border-line border-t pt-8">
      <h2 id="factors" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h2>
      <p className="mt-1 text-soft">{t('text')}</p>
      {factors.data ? (
        <div className="mt-6 space-y-8">
          <AuthenticatorApp
            factors={factors.data}
            onSetUp={() => setSettingUp(true)}
            onRemove={() => setLeaving({ kind: 'totp' })}
          />
          <AdminPasskeys
            passkeys={factors.data.passkeys}
            onMade={(made) => void show(made)}
            onRemove={(passkey) => setLeaving({ kind: 'passkey', passkey })}
          />
          {factors.data.totp || factors.data.passkeys.length > 0 ? (
            <FactorPart title={t('recovery.title')} text={t('recovery.text')}>
              <div className="flex flex-wrap items-center gap-4">
                <p className={factors.data.recoveryCodes < 3 ? 'text-warning' : ''}>
                  {t('recovery.left', { count: factors.data.recoveryCodes })}
                </p>
                <Button onClick={() => setLeaving({ kind: 'codes' })}>{t('recovery.renew')}</Button>
              </div>
            </FactorPart>
          ) : null}
        </div>
      ) : (
        <div className="mt-6">
          <NotLoaded query={factors} failed={t('loadFailed')} lines={3} />
        </div>
      )}
      <TotpDialog open={settingUp} onClose={() => setSettingUp(false)} onAdded={(made) => void show(made)} />
      <RemoveFactor
        leaving={leaving}
        onClose={() => setLeaving(null)}
        onLeft={async (made) => {
          setLeaving(null);
          await show(made);
        }}
        finalFocus={() => heading.current}
      />
      <RecoveryCodesDialog
        codes={codes}
        onKept={() => {
          setCodes(null);
          onCodes?.(false);
        }}
      />
    </section>
  );
}

function FactorPart({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-sans font-medium text-base tracking-normal">{title}</h3>
      <p className="mt-0.5 mb-3 text-soft text-sm">{text}</p>
      {children}
    </div>
  );
}

function AuthenticatorApp({
  factors,
  onSetUp,
  onRemove,
}: {
  factors: Factors;
  onSetUp(): void;
  onRemove(): void;
}) {
  const { t } = useTranslation('factors');
  const { language } = useRoot();
  return (
    <FactorPart title={t('totp.name')} text={t('totp.text')}>
      {factors.totp ? (
        <div className="flex flex-wrap items-center gap-4">
          <p className="text-accent">{t('totp.since', { date: formatDateTime(factors.totp, language) })}</p>
          <Button aria-label={t('totp.remove')} onClick={onRemove}>
            {t('remove')}
          </Button>
        </div>
      ) : (
        <Button onClick={onSetUp}>{t('totp.setUp')}</Button>
      )}
    </FactorPart>
  );
}

function AdminPasskeys({
  passkeys,
  onMade,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  onMade(codes: string[] | null): void;
  onRemove(passkey: Passkey): void;
}) {
  const { t } = useTranslation(['factors', 'problems', 'common']);
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState(false);
  const add = useMutation({
    mutationFn: async (name: string) => {
      const options = await callFromBrowser(beginAdminPasskey, {});
      const passkey = await askForNewPasskey(options);
      return passkey && callFromBrowser(addAdminPasskey, { body: { name, passkey } });
    },
    onSuccess: (added) => {
      setLeft(!added);
      if (!added) return;
      form.current?.reset();
      onMade(added.recoveryCodes);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setLeft(false);
    add.mutate(String(new FormData(event.currentTarget).get('name')).trim());
  }
  const failed = add.error
    ? problemText(t, add.error, t('factors:failed'))
    : left
      ? t('factors:passkeyLeft')
      : null;
  return (
    <FactorPart title={t('factors:passkeys.title')} text={t('factors:passkeys.text')}>
      <PasskeyList passkeys={passkeys} removing={undefined} onRemove={onRemove} />
      {knowsPasskeys() ? (
        <Form method="post" ref={form} className="mt-4 space-y-3" onSubmit={submit}>
          <TextField
            name="name"
            label={t('factors:passkeys.name')}
            hint={t('factors:passkeys.nameHint')}
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            validate={(value) => (value.trim() ? null : t('factors:passkeys.nameRequired'))}
          />
          {failed ? (
            <p role="alert" className="text-danger text-sm">
              {failed}
            </p>
          ) : null}
          <Button type="submit" busy={add.isPending}>
            {t('factors:passkeys.add')}
          </Button>
        </Form>
      ) : (
        <p className="mt-3 text-soft text-sm">{t('factors:passkeys.unknown')}</p>
      )}
    </FactorPart>
  );
}

/** Asks before a factor or codes go. */
function RemoveFactor({
  leaving,
  onClose,
  onLeft,
  finalFocus,
}: {
  leaving: Leaving | null;
  onClose(): void;
  onLeft(codes: string[] | null): Promise<void>;
  finalFocus(): HTMLElement | null;
}) {
  const { t } = useTranslation(['factors', 'problems', 'common']);
  // The closing animation still shows the previous content.
  const last = useRef(leaving);
  if (leaving) last.current = leaving;
  const shown = last.current;
  const leave = useMutation({
    mutationFn: async (what: Leaving): Promise<string[] | null> => {
      if (what.kind === 'codes') return (await callFromBrowser(renewRecoveryCodes, {})).recoveryCodes;
      if (what.kind === 'totp') await callFromBrowser(removeTotp, {});
      else await callFromBrowser(removeAdminPasskey, { params: { id: what.passkey.id } });
      return null;
    },
    onSuccess: onLeft,
  });
  const kind = shown?.kind ?? 'totp';
  return (
    <Confirm
      open={leaving !== null}
      type="warning"
      title={t(`factors:leave.${kind}.title`, { name: shown?.kind === 'passkey' ? shown.passkey.name : '' })}
      message={t(`factors:leave.${kind}.text`)}
      confirmLabel={t(kind === 'codes' ? 'factors:recovery.renew' : 'factors:remove')}
      cancelLabel={t('factors:cancel')}
      loading={leave.isPending}
      onConfirm={() => leaving && leave.mutate(leaving)}
      onCancel={() => {
        onClose();
        leave.reset();
      }}
      finalFocus={() => (leave.isSuccess ? finalFocus() : null)}
    >
      {leave.error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, leave.error, t('factors:failed'))}
        </p>
      ) : null}
    </Confirm>
  );
}
