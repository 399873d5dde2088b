import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatList } from '../../../core/list-text.ts';
import { SAVED_COMPANIES_MAX, type SavedEntry, USUAL_LIST } from '../../../core/lists/rules.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { missing } from '../page/missing.tsx';
import { addList, changeList, loadLists, useLists, withCompany, withoutCompany } from './list-store.ts';

const loadSaveDialog = async () => (await import('./save-dialog.tsx')).SaveDialog;

interface SavingProps {
  id: string;
  /** Of the company. */
  name: string;
  /** Presses of the button, and how many of them are dealt with. */
  presses: number;
  handled: RefObject<number>;
  onSaved(isSaved: boolean): void;
}

/** What is below the button of a company: in which lists the company is, and what can be done about it. */
export function Saving(props: SavingProps) {
  return (
    <WithTexts features={['lists', 'problems']}>
      <SavedIn key={props.id} {...props} />
    </WithTexts>
  );
}

const LINK = 'link ml-2 inline-flex min-h-6 items-center';

function SavedIn({ id, name, presses, handled, onSaved }: SavingProps) {
  const { t } = useTranslation(['lists', 'problems', 'common']);
  const { language } = useRoot();
  const state = useLists();
  const [failed, setFailed] = useState('');
  /** Entry that was just removed, with its former position for the undo. */
  const [taken, setTaken] = useState<{ entry: SavedEntry; place: number } | null>(null);
  const [dialog, setDialog] = useState<'unasked' | 'closed' | 'open'>('unasked');
  const button = useRef<HTMLButtonElement>(null);
  const lists = state.status === 'ready' ? state.lists : [];
  const usual = lists.find((list) => list.name === USUAL_LIST);
  const place = usual?.entries.findIndex((entry) => entry.id === id) ?? -1;
  const isSaved = place >= 0;
  const isIn = lists.filter(({ entries }) => entries.some((entry) => entry.id === id));

  const tell = useEffectEvent(onSaved);
  useEffect(() => tell(isSaved), [isSaved]);

  async function run(work: () => Promise<unknown>) {
    setFailed('');
    try {
      await work();
    } catch (error) {
      setFailed(problemText(t, error, t('lists:failed')));
    }
  }

  function put(entry: SavedEntry, at?: number) {
    setTaken(null);
    if (usual && usual.entries.length >= SAVED_COMPANIES_MAX)
      return setFailed(t('lists:listFull', { max: SAVED_COMPANIES_MAX }));
    return run(async () => {
      if (usual) await changeList(usual.id, withCompany(entry, at));
      else await addList(USUAL_LIST, [entry]);
    });
  }

  const press = useEffectEvent(() => {
    const entry = usual?.entries[place];
    if (!usual || !entry) return put({ id, note: '' });
    setTaken({ entry, place });
    return run(() => changeList(usual.id, withoutCompany(id)));
  });
  const isReady = state.status === 'ready';
  useEffect(() => {
    if (!isReady || handled.current >= presses) return;
    // Two presses while the lists were on their way are none.
    const isOdd = (presses - handled.current) % 2 === 1;
    handled.current = presses;
    if (isOdd) void press();
  }, [isReady, presses, handled]);

  const { status } = state;
  useEffect(() => {
    if (status !== 'failed' || handled.current >= presses) return;
    // Whoever presses again after a failure means the same press.
    handled.current = presses - 1;
    void loadLists();
  }, [status, presses, handled]);

  const hasFailed = failed || (state.status === 'failed' && presses > 0 && t('lists:unloaded'));
  return (
    <>
      <div role="status" className="order-last basis-full text-soft text-sm empty:hidden">
        {isIn.length > 0 ? (
          <p className="wrap-anywhere">
            {t('lists:inLists', {
              lists: formatList(
                isIn.map((list) => list.name || t('lists:usual')),
                language,
              ),
            })}
            <button
              ref={button}
              type="button"
              className={LINK}
              aria-haspopup="dialog"
              onClick={() => setDialog('open')}
            >
              {t('lists:choose')}
            </button>
            <PageLink to={paths.saved()} className={LINK}>
              {t('lists:see')}
            </PageLink>
          </p>
        ) : taken ? (
          <p>
            {t('lists:takenOut')}
            <button type="button" className={LINK} onClick={() => void put(taken.entry, taken.place)}>
              {t('lists:undo')}
            </button>
          </p>
        ) : null}
      </div>
      {hasFailed ? (
        <p role="alert" className="order-last basis-full text-danger text-sm">
          {hasFailed}
        </p>
      ) : null}
      {dialog === 'unasked' ? null : (
        <OnDemand
          load={loadSaveDialog}
          props={{ id, name, open: dialog === 'open', onClose: () => setDialog('closed'), button }}
          failed={missing}
          again={dialog}
        />
      )}
    </>
  );
}
