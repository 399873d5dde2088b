import { useEffect, useRef, useState } from 'react';
import { SEARCH_MAX } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OnDemand } from '../layout/on-demand.tsx';
import { inLanguage, paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { SearchIcon } from '../ui/icons.tsx';

const loadFoundBelow = async () => (await import('./found-below.tsx')).FoundBelow;

/**
 * A search within a page: what is typed is answered below the field, as in the palette. What it needs is loaded
 * when the field has the focus; without it, or without JavaScript, the form leads to the list of what is found.
 */
export function SearchField({ placeholder, className = '' }: { placeholder: string; className?: string }) {
  const { t } = useTranslation(['common', 'companies']);
  const { language } = useRoot();
  const field = useRef<HTMLInputElement>(null);
  // How often the field was gone to.
  const [uses, setUses] = useState(0);
  // A reader may have come to it before the page was hydrated.
  useEffect(() => {
    if (document.activeElement === field.current) setUses(1);
  }, []);
  return (
    <search className={`relative block ${className}`}>
      <form action={inLanguage(paths.category('all'), language)} className="search-field">
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={t('searchDirectory')}
          placeholder={placeholder}
          maxLength={SEARCH_MAX}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={() => setUses(uses + 1)}
        />
        <button type="submit" aria-label={t('companies:search')}>
          <SearchIcon />
        </button>
      </form>
      {uses > 0 ? <OnDemand load={loadFoundBelow} props={{ field }} fallback={null} again={uses} /> : null}
    </search>
  );
}
