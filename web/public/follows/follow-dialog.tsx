import { endFollow, readFollows, startFollow } from 'virtual:follow-endpoints';
import { Form } from '@base-ui/react/form';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import type { Follow } from '../../../core/follows/calls.ts';
import { FREQUENCIES, type Frequency, searchValue, USUAL_FREQUENCY } from '../../../core/readers/rules.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser, useAccount } from '../../shared/accounts/session.ts';
import { takeFocus } from '../../shared/accounts/take-focus.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SelectField, TextField } from '../../shared/ui/field.tsx';
import { FOLLOW_TEXTS, type Followable, followTarget, timeZone } from './follow-texts.ts';

interface FollowDialogProps {
  followed: Followable;
  open: boolean;
  onClose(): void;
  button: RefObject<HTMLButtonElement | null>;
}

/** Dialog to follow a subject: its mails, their frequency, and the address. */
export function FollowDialog(props: FollowDialogProps) {
  return (
    <WithTexts features={FOLLOW_TEXTS}>
      <TitledDialog {...props} />
    </WithTexts>
  );
}

function TitledDialog({ followed, open, onClose, button }: FollowDialogProps) {
  const { t } = useTranslation('follows');
  const target = followTarget(followed);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={target.kind === 'thread' ? t('titleThread') : t('title', { name: target.name })}
      finalFocus={() => button.current}
      topmost
    >
      <FollowForm key={`${target.kind} ${target.value}`} target={target} onClose={onClose} />
    </Dialog>
  );
}

type FollowOutcome = { to: 'account' } | { to: 'mail'; email: string } | { to: 'nothing' };

function FollowForm({ target, onClose }: { target: ReturnType<typeof followTarget>; onClose(): void }) {
  const { t } = useTranslation(['follows', 'common']);
  const { language, site } = useRoot();
  const account = useAccount();
  const user = account.status === 'in' && account.user.email_verified ? account.user : null;
  const { busy, failed, errors, run } = useSending(t('failed'));
  const [done, setDone] = useState<FollowOutcome | null>(null);
  const [known, setKnown] = useState<Follow | null>(null);
  const { kind, value, name } = target;
  const isThread = kind === 'thread';

  // Whether the account follows it already.
  const isIn = user !== null;
  const spelt = kind === 'search' ? searchValue(value) : value;
  useEffect(() => {
    if (!isIn) return;
    let left = false;
    sendAsUser(readFollows, { query: { language } }).then(
      ({ follows }) => {
        const own = follows.find((one) => one.kind === kind && one.value === spelt && one.confirmed);
        if (!left && own) setKnown(own);
      },
      // Following it once more does no harm.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [isIn, language, kind, spelt]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = user ? undefined : String(data.get('email')).trim();
    const frequency = String(data.get('frequency') ?? USUAL_FREQUENCY) as Frequency;
    await run(async () => {
      const answer = await sendAsUser(startFollow, {
        body: { kind, value, frequency, language, time_zone: timeZone(), ...(email ? { email } : {}) },
      });
      setDone(answer.follow ? { to: 'account' } : { to: 'mail', email: email ?? '' });
    });
  }

  const end = (id: string) =>
    run(async () => {
      await sendAsUser(endFollow, { params: { id }, query: {} });
      setDone({ to: 'nothing' });
    });

  if (done)
    return (
      <div role="status">
        <p ref={takeFocus} tabIndex={-1} className="outline-none">
          {done.to === 'account' ? t('nowFollowed', { name }) : null}
          {done.to === 'nothing' ? t('endedOne', { name }) : null}
          {done.to === 'mail' ? (
            <>
              {isThread ? null : <strong className="mb-2 block">{t('oneMoreStep')}</strong>}
              {site.sendsMail
                ? t(isThread ? 'threadAsked' : 'mailSent', { email: done.email })
                : t('unmailed')}
            </>
          ) : null}
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <Button look="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
          {kind === 'newsletter' && done.to !== 'nothing' ? (
            <PageLink to={paths.reading('newsletters')} className="link inline-flex min-h-11 items-center">
              {t('readEarlier')}
            </PageLink>
          ) : null}
          {done.to === 'mail' ? null : (
            <PageLink to={paths.following()} className="link inline-flex min-h-11 items-center">
              {t('manage')}
            </PageLink>
          )}
        </div>
      </div>
    );
  return (
    <Form method="post" errors={errors} className="space-y-4" onSubmit={(event) => void submit(event)}>
      <p>{t(`what_${kind}`, { name })}</p>
      {isThread ? null : (
        <SelectField
          name="frequency"
          label={t('howOften')}
          key={known?.id}
          defaultValue={known?.frequency ?? USUAL_FREQUENCY}
          options={FREQUENCIES.map((one) => ({ value: one, label: t(`often_${one}`) }))}
        />
      )}
      {user ? (
        <p className="text-soft text-sm">{t('mailGoesTo', { email: user.email, zone: timeZone() })}</p>
      ) : (
        <TextField
          name="email"
          type="email"
          label={t('email')}
          hint={t(isThread ? 'threadHint' : 'emailHint')}
          autoComplete="email"
          autoCapitalize="none"
          required
        />
      )}
      {isThread ? null : <p className="text-soft text-sm">{t('onlyNews')}</p>}
      <Failure text={failed} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy}>
          {busy ? t('sending') : t(isThread ? 'tellReplies' : 'follow')}
        </Button>
        {known ? (
          <Button busy={busy} onClick={() => void end(known.id)}>
            {t('end')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
