import { Form } from '@base-ui/react/form';
import { type FormEvent, type RefObject, useRef } from 'react';
import { SAVED_COMPANIES_MAX, USUAL_LIST } from '../../../core/lists/rules.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { LIST_TEXTS, ListNameField, useNewList } from './list-name.tsx';
import { addList, changeList, type ReaderList, useLists, withCompany, withoutCompany } from './list-store.ts';

interface SaveDialogProps {
  id: string;
  /** Of the company. */
  name: string;
  open: boolean;
  onClose(): void;
  button: RefObject<HTMLButtonElement | null>;
}

/** The lists that a company is in, to choose, and a new one. */
export function SaveDialog(props: SaveDialogProps) {
  return (
    <WithTexts features={LIST_TEXTS}>
      <TitledSaveDialog {...props} />
    </WithTexts>
  );
}

function TitledSaveDialog({ id, name, open, onClose, button }: SaveDialogProps) {
  const { t } = useTranslation('lists');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('saveTo', { name })}
      finalFocus={() => button.current}
      topmost
    >
      <ListChoices id={id} onClose={onClose} />
    </Dialog>
  );
}

function ListChoices({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation(['lists', 'common']);
  const state = useLists();
  const { failed, errors, busy, run } = useSending(t('lists:failed'));
  const form = useRef<HTMLFormElement>(null);
  const lists = state.status === 'ready' ? state.lists : [];
  const newList = useNewList(lists);

  const choose = (list: ReaderList | undefined, isChosen: boolean) =>
    run(async () => {
      if (!list) await addList(USUAL_LIST, [{ id, note: '' }]);
      else await changeList(list.id, isChosen ? withCompany({ id, note: '' }) : withoutCompany(id));
    });

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const listName = String(new FormData(event.currentTarget).get('name')).trim();
    if (await run(() => addList(listName, [{ id, note: '' }]))) form.current?.reset();
  }

  const has = (list: ReaderList) => list.entries.some((entry) => entry.id === id);
  const all: (ReaderList | undefined)[] = lists.some(({ name }) => name === USUAL_LIST)
    ? [...lists]
    : [undefined, ...lists];
  return (
    <>
      <ul>
        {all.map((list) => {
          const isFull = list !== undefined && !has(list) && list.entries.length >= SAVED_COMPANIES_MAX;
          return (
            <li key={list?.id ?? ''}>
              <label className="wrap-anywhere flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-accent"
                  checked={list !== undefined && has(list)}
                  disabled={isFull}
                  onChange={(event) => void choose(list, event.currentTarget.checked)}
                />
                <span>
                  {list?.name || t('lists:usual')}
                  {isFull ? (
                    <span className="block text-soft text-sm">
                      {t('lists:listFull', { max: SAVED_COMPANIES_MAX })}
                    </span>
                  ) : null}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      <Form
        ref={form}
        method="post"
        errors={errors}
        className="mt-4 border-line border-t pt-4"
        onSubmit={(event) => void create(event)}
      >
        <ListNameField label={t('lists:newList')} validate={newList.validate} />
        <Button type="submit" className="mt-3" busy={busy}>
          {t('lists:create')}
        </Button>
      </Form>
      <div className="mt-4 empty:hidden">
        <Failure text={failed} />
      </div>
      <p className="mt-6 flex flex-wrap items-center gap-3">
        <Button look="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
        <PageLink to={paths.saved()} className="link inline-flex min-h-11 items-center">
          {t('lists:see')}
        </PageLink>
      </p>
      {state.status === 'ready' && state.storage === 'device' ? (
        <p className="mt-3 text-soft text-sm">{t('lists:keptHere')}</p>
      ) : null}
    </>
  );
}
