import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { COMPARED_MAX } from '../../../core/companies/comparison.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { openAuth } from '../../shared/accounts/session.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { State, StateActions } from '../../shared/ui/state.tsx';
import { downloadList } from './download-list.ts';
import { addList, changeList, loadLists, type ReaderList, removeList, useLists } from './list-store.ts';
import { NameDialog } from './name-dialog.tsx';
import { SavedRows } from './saved-rows.tsx';
import { ShareListDialog } from './share-list-dialog.tsx';
import { type SavedCompanies, useSavedCompanies } from './use-saved-companies.ts';

/** Search parameter with the id of the shown list. */
const LIST_PARAM = 'list';
/** What was taken away can be had back for this long, in milliseconds. */
const LISTS_UNDO_TIME = 8000;

const listName = (t: (key: 'usual') => string, list: Pick<ReaderList, 'name'>) => list.name || t('usual');

type ListDialog = 'new' | 'rename' | 'share';

/** The names of the lists, and the companies of the chosen list. */
export function SavedLists({ loading }: { loading: ReactNode }) {
  const { t } = useTranslation(['lists', 'accounts', 'common']);
  const state = useLists();
  useEffect(() => {
    // Another device may have changed the lists.
    const again = () => document.visibilityState === 'visible' && void loadLists();
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, []);
  if (state.status === 'loading') return loading;
  if (state.status === 'failed')
    return (
      <State kind="offline" text={t('lists:unloaded')}>
        <StateActions>
          <Button look="primary" onClick={() => void loadLists()}>
            {t('common:retry')}
          </Button>
        </StateActions>
      </State>
    );
  const { lists, storage, brought, left } = state;
  return (
    <>
      {brought || left > 0 ? (
        <div role="status" className="mb-6 rounded-lg bg-tint px-4 py-3">
          {brought ? <p>{t('lists:brought')}</p> : null}
          {left > 0 ? <p>{t('lists:left', { count: left })}</p> : null}
        </div>
      ) : null}
      <OwnLists lists={lists} canShare={storage === 'account'} />
      {storage === 'device' ? (
        <div className="mt-12 border-line border-t pt-6">
          <p className="text-soft">{t('lists:onDevice')}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button onClick={() => openAuth('register')}>{t('accounts:signUp')}</Button>
            <Button onClick={() => openAuth('login')}>{t('accounts:logIn')}</Button>
          </div>
        </div>
      ) : null}
    </>
  );
}

/** Last status message, with its undo. */
interface ToldOfLists {
  text: string;
  undo?: () => Promise<unknown>;
}

function OwnLists({ lists, canShare }: { lists: readonly ReaderList[]; canShare: boolean }) {
  const { t } = useTranslation('lists');
  const [search, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const [notice, setNotice] = useState<ToldOfLists | null>(null);
  const { failed, run } = useSending(t('failed'));
  const list = lists.find(({ id }) => id === search.get(LIST_PARAM)) ?? lists[0];
  const companies = useSavedCompanies(list?.entries ?? []);
  const show = (id: string) => setSearch({ [LIST_PARAM]: id }, { preventScrollReset: true });

  async function remove(one: ReaderList) {
    if (!(await run(() => removeList(one.id)))) return;
    setSearch({}, { preventScrollReset: true, replace: true });
    const undo = async () => show(await addList(one.name, one.entries));
    setNotice({ text: t('deleted', { name: listName(t, one) }), undo });
  }

  if (!list)
    return (
      <>
        <State kind="empty" title={t('emptyTitle')} text={t('emptyText')}>
          <StateActions>
            <PageLink to={paths.category('all')} className="button button-primary">
              {t('browse')}
            </PageLink>
            <Button onClick={() => setDialog('new')}>{t('newList')}</Button>
          </StateActions>
        </State>
        <ListDialogs
          dialog={dialog}
          onClose={() => setDialog(null)}
          lists={lists}
          list={list}
          canShare={canShare}
          onCreated={show}
        />
        <ListNotice notice={notice} setNotice={setNotice} run={run} />
        <Failure text={failed} />
      </>
    );
  return (
    <>
      <ListTabs lists={lists} shown={list} onNew={() => setDialog('new')} />
      <section aria-labelledby="list-name">
        <h2 id="list-name" className="wrap-anywhere text-2xl">
          {listName(t, list)}
          {list.token ? <small className="ml-3 text-base text-soft">{t('isShared')}</small> : null}
        </h2>
        <ListActions
          list={list}
          companies={companies}
          onDialog={setDialog}
          onRemove={() => void remove(list)}
        />
        <Failure text={failed} />
        {list.entries.length === 0 ? (
          <p className="border-line border-t py-6 text-soft">
            {t('emptyList')}{' '}
            <PageLink to={paths.category('all')} className="link">
              {t('browse')}
            </PageLink>
          </p>
        ) : (
          <SavedRows
            key={list.id}
            list={list}
            companies={companies}
            run={run}
            onRemoved={(name, undo) => setNotice({ text: t('removed', { name }), undo })}
          />
        )}
      </section>
      <ListNotice notice={notice} setNotice={setNotice} run={run} />
      <ListDialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        lists={lists}
        list={list}
        canShare={canShare}
        onCreated={show}
      />
    </>
  );
}

/** The lists by name, with their numbers of companies. */
function ListTabs({
  lists,
  shown,
  onNew,
}: {
  lists: readonly ReaderList[];
  shown: ReaderList;
  onNew(): void;
}) {
  const { t } = useTranslation('lists');
  const { language } = useRoot();
  return (
    <nav aria-label={t('lists')} className="mb-8">
      <ul className="flex flex-wrap items-center gap-2">
        {lists.map((one) => (
          <li key={one.id} className="max-w-full">
            <PageLink
              to={paths.saved(one.id)}
              preventScrollReset
              aria-current={one.id === shown.id ? 'page' : undefined}
              className={`button wrap-anywhere max-w-full ${one.id === shown.id ? 'border-accent text-accent' : ''}`}
            >
              <span className="truncate">{listName(t, one)}</span>
              <span className="number text-soft">{formatNumber(one.entries.length, language)}</span>
            </PageLink>
          </li>
        ))}
        <li>
          <Button onClick={onNew}>{t('newList')}</Button>
        </li>
      </ul>
    </nav>
  );
}

/** What can be done with the whole of a list. */
function ListActions({
  list,
  companies,
  onDialog,
  onRemove,
}: {
  list: ReaderList;
  companies: SavedCompanies;
  onDialog(dialog: ListDialog): void;
  onRemove(): void;
}) {
  const { t } = useTranslation('lists');
  const compared = companies.shown.slice(0, COMPARED_MAX).map(({ company }) => company.id);
  return (
    <div className="mt-3 mb-4 flex flex-wrap gap-2">
      {compared.length > 1 ? (
        <PageLink to={paths.compare(compared)} rel="nofollow" className="button">
          {companies.shown.length > COMPARED_MAX ? t('compareFirst', { max: COMPARED_MAX }) : t('compare')}
        </PageLink>
      ) : null}
      <Button onClick={() => onDialog('share')} aria-haspopup="dialog">
        {t('share')}
      </Button>
      {list.entries.length > 0
        ? (['csv', 'json'] as const).map((format) => (
            <Button
              key={format}
              disabled={!companies.isComplete}
              onClick={() => downloadList(format, listName(t, list), companies.shown)}
            >
              {t(format)}
            </Button>
          ))
        : null}
      <Button onClick={() => onDialog('rename')} aria-haspopup="dialog">
        {t('rename')}
      </Button>
      <Button onClick={onRemove}>{t('delete')}</Button>
    </div>
  );
}

function ListDialogs({
  dialog,
  onClose,
  lists,
  list,
  canShare,
  onCreated,
}: {
  dialog: ListDialog | null;
  onClose(): void;
  lists: readonly ReaderList[];
  /** The list to rename or share; absent where there is none. */
  list: ReaderList | undefined;
  canShare: boolean;
  onCreated(id: string): void;
}) {
  const { t } = useTranslation('lists');
  return (
    <>
      <NameDialog
        key={`new ${dialog}`}
        open={dialog === 'new'}
        onClose={onClose}
        title={t('newList')}
        action={t('create')}
        lists={lists}
        onNamed={async (name) => onCreated(await addList(name, []))}
      />
      {list ? (
        <NameDialog
          key={`${list.id} ${dialog}`}
          open={dialog === 'rename'}
          onClose={onClose}
          title={t('renameTitle', { name: listName(t, list) })}
          action={t('save')}
          lists={lists}
          list={list}
          onNamed={(name) => changeList(list.id, () => ({ name }))}
        />
      ) : null}
      {list ? (
        <ShareListDialog
          key={`share ${list.id}`}
          open={dialog === 'share'}
          onClose={onClose}
          list={list}
          canShare={canShare}
        />
      ) : null}
    </>
  );
}

/** The last change of the lists, with a button to undo the change for a while. */
function ListNotice({
  notice,
  setNotice,
  run,
}: {
  notice: ToldOfLists | null;
  setNotice(notice: null): void;
  run(work: () => Promise<unknown>): Promise<boolean>;
}) {
  const { t } = useTranslation('lists');
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!notice?.undo) return;
    // What had the focus is gone.
    status.current?.querySelector('button')?.focus();
    const timer = setTimeout(() => setNotice(null), LISTS_UNDO_TIME);
    return () => clearTimeout(timer);
  }, [notice, setNotice]);

  return (
    <div ref={status} role="status" className="sticky bottom-4 z-20">
      {notice ? (
        <p className="mt-4 flex items-center justify-between gap-3 rounded-xl border border-line bg-raised py-2 pr-2 pl-4 shadow-xl">
          <span className="wrap-anywhere">{notice.text}</span>
          {notice.undo ? (
            <Button
              onClick={() => {
                setNotice(null);
                void run(notice.undo ?? (async () => {}));
              }}
            >
              {t('undo')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
