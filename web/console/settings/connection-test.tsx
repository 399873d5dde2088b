import { useMutation, useQueryClient } from '@tanstack/react-query';
import { findAuditEntries } from '../../../core/admins/audit-calls.ts';
import type { Sent } from '../../../core/call.ts';
import { testConnection } from '../../../core/settings/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { NamedFailure } from '../ai/ai-reason.tsx';
import { callKey } from '../shared/api.ts';

type TestedProvider = Sent<typeof testConnection>['body']['provider'];

/** What stands in the form, saved or not. */
export type TypedConnection = Omit<Sent<typeof testConnection>['body'], 'provider'>;

/** Asks a provider, or the mail server, for an answer with what stands in the form, and says what came of it. */
export function ConnectionTest({
  provider,
  name,
  typed,
}: {
  provider: TestedProvider;
  name: string;
  /** Absent where there is nothing to type. */
  typed?: TypedConnection;
}) {
  const { t } = useTranslation(['settings', 'problems', 'common']);
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => callFromBrowser(testConnection, { body: { provider, ...typed } }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(findAuditEntries) }),
  });
  const { data, error } = test;
  const isMail = provider === 'failure_mail';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        busy={test.isPending}
        aria-label={`${t(isMail ? 'test.send' : 'test.button')}: ${name}`}
        onClick={() => test.mutate()}
      >
        {t(test.isPending ? 'test.testing' : isMail ? 'test.send' : 'test.button')}
      </Button>
      <p role="status" className={`min-w-0 flex-1 basis-60 text-sm ${data || error ? '' : 'text-soft'}`}>
        {error ? (
          <span className="text-danger">{problemText(t, error, t('test.failed'))}</span>
        ) : data?.success ? (
          <span className="text-accent">{t(isMail ? 'test.mailed' : 'test.works')}</span>
        ) : data ? (
          <>
            <span className="text-danger">{t(isMail ? 'test.notSent' : 'test.fails')}</span>{' '}
            <NamedFailure code={data.code} detail={data.message} />
          </>
        ) : (
          !isMail && t(typed ? 'test.hintTyped' : 'test.hint')
        )}
      </p>
    </div>
  );
}
