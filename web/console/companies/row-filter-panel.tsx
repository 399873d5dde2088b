import { type ReactNode, useId, useState } from 'react';
import { SHARED } from '../../../core/companies/fields.ts';
import { ownLabel, ownName } from '../../../core/companies/own-fields.ts';
import { editorsChoiceOf } from '../../../core/companies/own-filters.ts';
import type { CountedFilter } from '../../../core/companies/row-filters.ts';
import { countryName } from '../../../core/country-name.ts';
import { isLanguage, LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ownChoiceText } from '../../shared/companies/own-facts.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { fieldName, fieldText } from '../fields/field-value.tsx';
import { type EditState, PANEL_FILTERS, type PanelFilter } from './edit-list.ts';

type OptionCounts = Record<CountedFilter, { value: string; count: number }[]>;
type FilterTexts = Translate<'edit' | 'categories' | 'companies'>;

/** What an option of a filter is called. */
function filterOptionName(t: FilterTexts, filter: PanelFilter, value: string, language: Language): string {
  switch (filter) {
    case 'visibility':
      return t(value === 'shown' ? 'edit:shown' : 'edit:hidden');
    case 'missing':
    case 'outdated':
    case 'unreviewed':
      return isLanguage(value) ? LANGUAGE_NAMES[value] : t('edit:filters.anyLanguage');
    case 'lacks':
      return fieldName(t, value, language);
    case 'changed_days':
      return t('edit:filters.days', { count: Number(value) });
    case 'country':
      return countryName(value, language);
    case 'status':
      return t(`companies:status_${value as 'closed'}`);
    case 'kind':
      return SHARED.kinds.optionText ? fieldText(t, SHARED.kinds.optionText(value), language) : value;
    case 'field': {
      const choice = editorsChoiceOf(value);
      if (!choice) return value;
      return `${ownLabel(ownName(choice.field.id), language)}: ${ownChoiceText(choice, language)}`;
    }
    default:
      return value;
  }
}

/** The filters of the table, each option with how many companies it lists; those that are set stay in sight. */
export function RowFilterPanel({
  state,
  counts,
  onChange,
  children,
}: {
  state: EditState;
  counts: OptionCounts | undefined;
  onChange(changes: Partial<EditState>): void;
  /** Stands beside the button that opens the filters. */
  children: ReactNode;
}) {
  const { t } = useTranslation(['edit', 'categories', 'companies']);
  const { language } = useRoot();
  const set = PANEL_FILTERS.filter((filter) => state[filter] !== '');
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const hasOptions = (filter: PanelFilter) => filter !== 'field' || Boolean(counts?.field.length);
  const shown = PANEL_FILTERS.filter((filter) => set.includes(filter) || (isOpen && hasOptions(filter)));
  const optionsOf = (filter: PanelFilter) => {
    const counted = counts?.[filter] ?? [];
    const chosen = state[filter];
    const options = counted.map(({ value, count }) => ({
      value,
      label: t('edit:filters.option', {
        name: filterOptionName(t, filter, value, language),
        number: formatNumber(count, language),
      }),
    }));
    if (chosen !== '' && !counted.some(({ value }) => value === chosen))
      options.unshift({ value: chosen, label: filterOptionName(t, filter, chosen, language) });
    return [{ value: '', label: t('edit:filters.any') }, ...options];
  };
  return (
    <fieldset className="col-span-full">
      <legend className="sr-only">{t('edit:filters.label')}</legend>
      <div className="flex flex-wrap items-end gap-2">
        <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          {set.length > 0 ? t('edit:filters.openCount', { count: set.length }) : t('edit:filters.open')}
        </Button>
        {set.length > 0 ? (
          <Button onClick={() => onChange(Object.fromEntries(set.map((filter) => [filter, ''])))}>
            {t('edit:filters.clear')}
          </Button>
        ) : null}
        {children}
      </div>
      <div
        id={panel}
        className="mt-3 grid grid-cols-2 items-end gap-4 empty:hidden md:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-6"
      >
        {shown.map((filter) => (
          <Select
            key={filter}
            label={t(`edit:filters.${filter}`)}
            value={state[filter]}
            options={optionsOf(filter)}
            onChange={(value) => onChange({ [filter]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
