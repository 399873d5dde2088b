import { SAVED_LISTS_MAX, SAVED_NAME_MAX } from '../../../core/lists/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextField } from '../../shared/ui/field.tsx';
import type { ReaderList } from './list-store.ts';

/** The texts that everything about lists needs. */
export const LIST_TEXTS = ['lists', 'problems', 'refusals', 'ui', 'share'];

/** Says what is wrong with the name of a list. @param renamed the list that is to have the name; absent for a new one */
export function useNewList(lists: readonly ReaderList[], renamed?: ReaderList) {
  const { t } = useTranslation('lists');
  return {
    validate(value: string): string | null {
      const name = value.trim();
      if (name === '') return t('nameNeeded');
      if (lists.some((list) => list.name === name && list.id !== renamed?.id)) return t('nameTaken');
      if (!renamed && lists.length >= SAVED_LISTS_MAX) return t('listsFull', { max: SAVED_LISTS_MAX });
      return null;
    },
  };
}

export function ListNameField({
  label,
  validate,
  defaultValue,
}: {
  label: string;
  validate(value: string): string | null;
  defaultValue?: string;
}) {
  return (
    <TextField
      name="name"
      label={label}
      validate={validate}
      maxLength={SAVED_NAME_MAX}
      autoComplete="off"
      defaultValue={defaultValue}
    />
  );
}
