import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  findInvitations,
  type Invitation,
  resendInvitation,
  withdrawInvitation,
} from '../../../core/admins/administrator-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime, languageName } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { useMailedToast } from '../shared/mailed.tsx';
import { NotLoaded } from '../shared/section.tsx';

/** Unused invitations. */
export function InvitationList() {
  const { t } = useTranslation('administrators');
  const list = useCall(findInvitations, {});
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('invitations.title')}
      </h2>
      <div className="mt-4">
        {!list.data ? (
          <NotLoaded query={list} failed={t('invitations.loadFailed')} lines={2} />
        ) : list.data.length === 0 ? (
          <p className="rounded-xl border border-line border-dashed px-6 py-8 text-center text-soft">
            {t('invitations.none')}
          </p>
        ) : (
          <ul className="divide-y divide-line border-line border-y">
            {list.data.map((invitation) => (
              <Outstanding
                key={invitation.id}
                invitation={invitation}
                // The pressed button disappears with the invitation, so the focus moves.
                onGone={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Outstanding({ invitation, onGone }: { invitation: Invitation; onGone(): void }) {
  const { t } = useTranslation(['administrators', 'console', 'problems', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const mailed = useMailedToast();
  const { id, email, role, expires_at } = invitation;
  const isOver = new Date(expires_at) <= new Date();
  const reload = () => client.invalidateQueries({ queryKey: callKey(findInvitations) });
  const resend = useMutation({
    mutationFn: () => callFromBrowser(resendInvitation, { params: { id } }),
    onSuccess: () => toast(mailed(email, { type: 'success', title: t('invite.sent'), message: email })),
    onSettled: reload,
  });
  const withdraw = useMutation({
    mutationFn: () => callFromBrowser(withdrawInvitation, { params: { id } }),
    onSuccess: () => {
      toast({ type: 'success', title: t('invitations.withdrawn'), message: email });
      onGone();
    },
    onSettled: reload,
  });
  const error = resend.error ?? withdraw.error;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{email}</span>
          <span className="flex flex-wrap gap-1 text-xs">
            <Badge tone="neutral">{t(`console:roles.${role}.name`)}</Badge>
            {isOver ? <Badge tone="warning">{t('invitations.over')}</Badge> : null}
          </span>
        </p>
        <p className="number text-soft text-sm">
          {t('invitations.by', {
            name: invitation.invited_by,
            language: languageName(invitation.language, language),
          })}
          {' · '}
          {t(isOver ? 'invitations.ended' : 'invitations.ends', {
            date: formatDateTime(expires_at, language),
          })}
        </p>
        {error ? (
          <p role="alert" className="mt-1 text-danger text-sm">
            {problemText(t, error, t('failed'))}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={resend.isPending}
          aria-label={t('invitations.resendTo', { email })}
          onClick={() => resend.mutate()}
        >
          {t('invitations.resend')}
        </Button>
        <Button
          busy={withdraw.isPending}
          aria-label={t('invitations.withdrawFrom', { email })}
          onClick={() => withdraw.mutate()}
        >
          {t('invitations.withdraw')}
        </Button>
      </div>
    </li>
  );
}
