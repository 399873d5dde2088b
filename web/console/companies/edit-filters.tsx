import type { Answer } from '../../../core/call.ts';
import { allCategories } from '../../../core/categories.ts';
import type { countCompanyRows, countRowFilters } from '../../../core/companies/admin-calls.ts';
import { LANGUAGE_NAMES, offeredLanguages } from '../../../core/languages.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Select } from '../../shared/ui/input.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import type { EditState } from './edit-list.ts';
import { IssueFilter } from './issue-filter.tsx';
import { RowFilterPanel } from './row-filter-panel.tsx';
import { SavedViews } from './saved-views.tsx';

/** Language, category, search and filters of the table of companies. */
export function EditFilters({
  state,
  counts,
  options,
  onChange,
}: {
  state: EditState;
  /** Companies by category; undefined until they are counted. */
  counts: Answer<typeof countCompanyRows> | undefined;
  /** Options of the filters with their companies; undefined until they are counted. */
  options: Answer<typeof countRowFilters> | undefined;
  onChange(changes: Partial<EditState>): void;
}) {
  const { t } = useTranslation(['edit', 'categories']);
  const { lang, category, q } = state;
  const categories = allCategories().map((value) => {
    const name = value === 'all' ? t('allCategories') : t(`categories:${value}.name`);
    return { value, label: counts ? t('categoryCount', { name, count: counts[value] }) : name };
  });
  return (
    <search className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[12rem_minmax(0,16rem)_minmax(0,1fr)]">
      <Select
        label={t('language')}
        value={lang}
        onChange={(value) => onChange({ lang: value })}
        options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <Select
        label={t('category')}
        value={category}
        onChange={(value) => onChange({ category: value })}
        options={categories}
      />
      <SearchInput
        className="col-span-2 lg:col-span-1"
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        maxLength={SEARCH_MAX}
        value={q}
        onChange={(words) => onChange({ q: words })}
      />
      <IssueFilter
        state={state}
        drafts={options?.draft.find(({ value }) => value === 'any')?.count}
        onChange={onChange}
      />
      <RowFilterPanel state={state} counts={options} onChange={onChange}>
        <SavedViews />
      </RowFilterPanel>
    </search>
  );
}
