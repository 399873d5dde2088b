import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../../core/call.ts';
import type { readDirectoryConfig } from '../../../core/directory/calls.ts';
import type { DirectoryPart } from '../../../core/directory/config.ts';
import { endSetup, readSetup, startEmpty } from '../../../core/directory/setup-calls.ts';
import { formatList } from '../../../core/list-text.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { StatusIcon } from '../../shared/ui/status-icons.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { ConnectionTest } from '../settings/connection-test.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { subPageAddress } from '../shared/sub-pages.tsx';

/** The parts that make a directory somebody's own, in the order in which one thinks of them. */
const OWN_PARTS = [
  'identity',
  'languages',
  'categories',
  'kinds',
  'fields',
  'looks',
  'home',
  'texts',
] as const satisfies readonly DirectoryPart[];

/** Set-up of a new directory: companies, name, mail, contact and backups. */
export function SetupPart({ config }: { config: Answer<typeof readDirectoryConfig> }) {
  const { t } = useTranslation(['directory', 'settings', 'problems', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const setup = useCall(readSetup, {}, { staleTime: 0 });
  const [asksEmpty, setAsksEmpty] = useState(false);
  const empty = useMutation({
    mutationFn: () => callFromBrowser(startEmpty, {}),
    onSuccess: async ({ removed }) => {
      setAsksEmpty(false);
      // Everything that the console keeps may name a company.
      await client.invalidateQueries();
      toast({
        type: 'success',
        title: t('setup.emptied', { count: removed, number: formatNumber(removed, language) }),
      });
    },
    onError: () => setAsksEmpty(false),
  });
  const end = useMutation({
    mutationFn: () => callFromBrowser(endSetup, {}),
    onSuccess: async () => {
      await client.invalidateQueries();
      toast({ type: 'success', title: t('setup.ended') });
    },
  });
  if (!setup.data) return <NotLoaded query={setup} failed={t('loadFailed')} />;
  const { pending, companies, shipped, sends_mail, contact, backups } = setup.data;
  const own = companies - shipped;
  const failed = empty.error ?? end.error;
  return (
    <>
      <p className="max-w-2xl text-soft">{t('setup.text')}</p>
      {failed ? (
        <p role="alert" className="mt-4 text-danger">
          {problemText(t, failed, t('setup.failed'))}
        </p>
      ) : null}
      <ol className="mt-6 divide-y divide-line border-line border-y">
        <SetupStep title={t('setup.companies')} isDone={own > 0 || !pending}>
          <p>
            {companies === 0 ? t('setup.none') : null}
            {shipped > 0
              ? t('setup.shipped', { count: shipped, number: formatNumber(shipped, language) })
              : null}{' '}
            {own > 0 ? t('setup.own', { count: own, number: formatNumber(own, language) }) : null}
          </p>
          {shipped > 0 ? <p className="mt-1 text-soft">{t('setup.keep')}</p> : null}
          <div className="mt-3 flex flex-wrap gap-3">
            <Link to={paths.admin('add')} className="button">
              {t('setup.add')}
            </Link>
            <Link to={paths.admin('companies')} className="button">
              {t('setup.import')}
            </Link>
            {shipped > 0 ? <Button onClick={() => setAsksEmpty(true)}>{t('setup.empty')}</Button> : null}
          </div>
        </SetupStep>
        <SetupStep title={t('setup.yours')} isDone={OWN_PARTS.some((part) => config[part].version > 0)}>
          <ul className="mt-1">
            {OWN_PARTS.map((part) => (
              <li key={part} className="flex min-h-11 flex-wrap items-center gap-x-3">
                <Link to={subPageAddress(part)} className="link inline-flex min-h-11 items-center">
                  {t(`tabs.${part}`)}
                </Link>
                <span className="text-soft text-sm">
                  {t(config[part].version > 0 ? 'setup.changed' : 'setup.asShipped')}
                </span>
              </li>
            ))}
            <li className="flex min-h-11 flex-wrap items-center gap-x-3">
              <Link
                to={{ pathname: paths.admin('settings'), hash: '#documents' }}
                className="link inline-flex min-h-11 items-center"
              >
                {t('setup.documents')}
              </Link>
              <span className="text-soft text-sm">{t('setup.documentsText')}</span>
            </li>
          </ul>
        </SetupStep>
        <SetupStep title={t('setup.mail')} isDone={sends_mail}>
          <p>{t(sends_mail ? 'setup.mailSet' : 'setup.mailUnset')}</p>
          {sends_mail ? (
            <div className="mt-3">
              <ConnectionTest provider="smtp" name={t('setup.mail')} />
            </div>
          ) : null}
        </SetupStep>
        <SetupStep title={t('setup.contact')} isDone={contact !== null}>
          <p className="[overflow-wrap:anywhere]">
            {contact ? t('setup.contactSet', { address: contact }) : t('setup.contactUnset')}
          </p>
        </SetupStep>
        <SetupStep title={t('setup.backups')} isDone={backups.length > 0}>
          <p className="[overflow-wrap:anywhere]">
            {backups.length > 0
              ? t('setup.backupsSet', { places: formatList(backups, language) })
              : t('setup.backupsUnset')}
          </p>
        </SetupStep>
      </ol>
      {pending ? (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button look="primary" busy={end.isPending} onClick={() => end.mutate()}>
            {t('setup.end')}
          </Button>
          <p className="text-soft text-sm">{t('setup.endText')}</p>
        </div>
      ) : null}
      <Confirm
        open={asksEmpty}
        type="warning"
        title={t('setup.emptyTitle')}
        message={t('setup.emptyText', { number: formatNumber(shipped, language) })}
        confirmLabel={t('setup.empty')}
        loading={empty.isPending}
        cancelLabel={t('cancel')}
        onConfirm={() => empty.mutate()}
        onCancel={() => setAsksEmpty(false)}
      />
    </>
  );
}

function SetupStep({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <li aria-labelledby={id} className="flex gap-3 py-5">
      <StatusIcon status={isDone ? 'success' : 'info'} />
      <div className="min-w-0 flex-1">
        <h3 id={id} className="font-sans font-semibold text-base">
          {title}
        </h3>
        <div className="mt-1">{children}</div>
      </div>
    </li>
  );
}
