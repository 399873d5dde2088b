import { useState } from 'react';
import { findCompanyRows } from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useCountedCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';

const PICKED_FROM = 8;

/** Finds the company whose card is put into a text: only what readers may see is offered. */
export function CompanyPicker({
  open,
  onClose,
  onPick,
  language,
}: {
  open: boolean;
  onClose(): void;
  onPick(id: string): void;
  language: Language;
}) {
  const { t } = useTranslation('newsletter');
  return (
    <Dialog open={open} onClose={onClose} title={t('insertCompany')}>
      {open ? <FoundCompanies language={language} onPick={onPick} /> : null}
    </Dialog>
  );
}

function FoundCompanies({ language, onPick }: { language: Language; onPick(id: string): void }) {
  const { t } = useTranslation('newsletter');
  const [q, setQ] = useState('');
  const list = useCountedCall(findCompanyRows, {
    query: { q: q || undefined, language, visibility: 'shown', limit: PICKED_FROM },
  });
  return (
    <>
      <SearchInput label={t('findCompany')} maxLength={SEARCH_MAX} value={q} onChange={setQ} />
      {list.data ? (
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {list.data.rows.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className="min-h-11 w-full px-2 py-2 text-left hover:bg-tint"
                onClick={() => onPick(id)}
              >
                {name} <span className="text-soft text-sm">{id}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded query={list} failed={t('loadFailed')} lines={4} />
      )}
      {list.data?.total === 0 ? <p className="mt-4 text-soft">{t('noneFound')}</p> : null}
    </>
  );
}
