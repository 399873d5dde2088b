import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endOwnAdminSession, findOwnAdminSessions } from '../../../core/admins/administrator-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { callKey, useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { SessionRows } from './session-rows.tsx';

/** Where one is signed in oneself. */
export function OwnSessions() {
  const { t } = useTranslation(['administrators', 'problems', 'common']);
  const client = useQueryClient();
  const list = useCall(findOwnAdminSessions, {});
  const end = useMutation({
    mutationFn: (sessionId: string) => callFromBrowser(endOwnAdminSession, { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: callKey(findOwnAdminSessions) }),
  });
  return (
    <section aria-labelledby="own-sessions" className="border-line border-t pt-8">
      <h2 id="own-sessions" className="text-xl">
        {t('administrators:sessions.own')}
      </h2>
      <div className="mt-4">
        {list.data ? (
          <SessionRows
            sessions={list.data}
            ending={end.isPending ? end.variables : undefined}
            onEnd={(id) => end.mutate(id)}
          />
        ) : (
          <NotLoaded query={list} failed={t('administrators:sessions.failed')} lines={2} />
        )}
        {end.error ? (
          <p role="alert" className="mt-2 text-danger text-sm">
            {problemText(t, end.error, t('administrators:failed'))}
          </p>
        ) : null}
      </div>
    </section>
  );
}
