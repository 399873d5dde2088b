import { Form } from '@base-ui/react/form';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ListNameField, useNewList } from './list-name.tsx';
import type { ReaderList } from './list-store.ts';

/** Asks for the name of a list. */
export function NameDialog({
  open,
  onClose,
  title,
  action,
  lists,
  list,
  onNamed,
}: {
  open: boolean;
  onClose(): void;
  title: string;
  action: string;
  lists: readonly ReaderList[];
  /** The list that is renamed; absent for a new one. */
  list?: ReaderList;
  onNamed(name: string): Promise<unknown>;
}) {
  const { t } = useTranslation('lists');
  const { busy, failed, errors, run } = useSending(t('failed'));
  const { validate } = useNewList(lists, list);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (await run(() => onNamed(name))) onClose();
  }

  return (
    <Dialog open={open} onClose={onClose} title={title} busy={busy}>
      <Form method="post" errors={errors} onSubmit={(event) => void submit(event)}>
        <ListNameField
          label={t('listName')}
          validate={validate}
          {...(list ? { defaultValue: list.name || t('usual') } : {})}
        />
        <div className="mt-4 empty:hidden">
          <Failure text={failed} />
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={busy}>
            {action}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
