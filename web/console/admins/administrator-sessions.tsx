import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  type Administrator,
  endAdministratorSession,
  endAdministratorSessions,
  findAdministratorSessions,
  findAdministrators,
} from '../../../core/admins/administrator-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { SessionRows } from './session-rows.tsx';

/** Where an administrator is signed in, with ways to end it. */
export function AdministratorSessions({ admin, onClose }: { admin: Administrator | null; onClose(): void }) {
  const { t } = useTranslation('administrators');
  // The closing animation still shows the previous content.
  const last = useRef(admin);
  if (admin) last.current = admin;
  const shown = last.current;
  return (
    <Dialog
      open={admin !== null}
      onClose={onClose}
      title={shown ? t('sessions.of', { name: shown.username }) : ''}
      className="max-w-lg"
    >
      {shown ? <Sessions key={shown.id} admin={shown} /> : null}
    </Dialog>
  );
}

function Sessions({ admin: { id } }: { admin: Administrator }) {
  const { t } = useTranslation(['administrators', 'problems', 'common']);
  const client = useQueryClient();
  const list = useCall(findAdministratorSessions, { params: { id } });
  const reload = () =>
    Promise.all(
      [findAdministratorSessions, findAdministrators].map((call) =>
        client.invalidateQueries({ queryKey: callKey(call) }),
      ),
    );
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      callFromBrowser(endAdministratorSession, { params: { id, sessionId } }),
    onSettled: reload,
  });
  const endAll = useMutation({
    mutationFn: () => callFromBrowser(endAdministratorSessions, { params: { id } }),
    onSettled: reload,
  });
  const error = end.error ?? endAll.error;
  if (!list.data) return <NotLoaded query={list} failed={t('administrators:sessions.failed')} lines={2} />;
  const others = list.data.filter(({ current }) => !current).length;
  return (
    <div className="space-y-4">
      <SessionRows
        sessions={list.data}
        ending={end.isPending ? end.variables : undefined}
        onEnd={(sessionId) => end.mutate(sessionId)}
      />
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, error, t('administrators:failed'))}
        </p>
      ) : null}
      {others > 1 ? (
        <Button busy={endAll.isPending} onClick={() => endAll.mutate()}>
          {t('administrators:sessions.endAll')}
        </Button>
      ) : null}
    </div>
  );
}
