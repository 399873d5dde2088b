import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SearchIcon } from '../../shared/ui/icons.tsx';

/** What an address searches for. It may change without the form, by Back; a new field would lose the focus. */
export function ListSearchField({ q }: { q: string }) {
  const { t } = useTranslation('companies');
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(q);
  useEffect(() => {
    if (field.current && shown.current !== q) field.current.value = q;
    shown.current = q;
  }, [q]);
  return (
    <label className="min-w-[min(100%,7rem)] flex-1 max-[24rem]:basis-full">
      <span className="mb-1 block text-soft text-sm max-md:sr-only">{t('search')}</span>
      <input
        ref={field}
        className="field"
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        placeholder={t('searchPlaceholder')}
      />
    </label>
  );
}

/** Sends the form of such a field. */
export function ApplyButton() {
  const { t } = useTranslation('companies');
  return (
    <button type="submit" className="button max-md:w-11 max-md:px-0">
      <span className="md:hidden">
        <SearchIcon />
      </span>
      <span className="max-md:sr-only">{t('apply')}</span>
    </button>
  );
}
