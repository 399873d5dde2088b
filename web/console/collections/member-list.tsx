import { useState } from 'react';
import type { StoredCollection } from '../../../core/collections/calls.ts';
import { COLLECTION_COMPANIES_MAX, type CollectionMember } from '../../../core/collections/collection.ts';
import { findCompanyRows } from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { TextArea } from '../../shared/ui/input.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useRowOrder } from '../../shared/ui/use-row-order.tsx';
import { useCall } from '../shared/api.ts';

/** Companies that a search offers. */
const OFFERED = 6;

/** The companies of a collection: added by a search, put in order by dragging and by keys, each with a note. */
export function MemberList({
  companies,
  known,
  language,
  onChange,
}: {
  companies: readonly CollectionMember[];
  known: StoredCollection['members'];
  /** The language of the notes that are edited. */
  language: Language;
  onChange(companies: CollectionMember[]): void;
}) {
  const { t } = useTranslation('collections');
  /** Names of companies that were added since the list was loaded. */
  const [added, setAdded] = useState<Readonly<Record<string, string>>>({});
  const [announcement, setAnnouncement] = useState('');
  const nameOf = (id: string) => known[id]?.name ?? added[id] ?? id;
  const nameAt = (index: number) => nameOf(companies[index]?.id ?? '');
  const order = useRowOrder(
    companies,
    (moved, to) => {
      onChange(moved);
      setAnnouncement(t('moved', { name: nameOf(moved[to]?.id ?? ''), place: to + 1, total: moved.length }));
    },
    (index) => ({ up: t('up', { name: nameAt(index) }), down: t('down', { name: nameAt(index) }) }),
  );
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('members')}</legend>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol ref={order.list} className="divide-y divide-line border-line border-y empty:hidden">
        {companies.map(({ id, notes }, i) => {
          const name = nameOf(id);
          const state = known[id];
          const isKnown = state !== undefined || added[id] !== undefined;
          return (
            <li key={id} className={`py-3 ${order.isHeld(i) ? 'bg-tint' : ''}`} {...order.row(i)}>
              <div className="flex flex-wrap items-center justify-end gap-2">
                {order.handle(i)}
                <span className="number w-6 shrink-0 text-right text-soft text-sm">{i + 1}</span>
                <span className="min-w-0 flex-1 basis-40">
                  <b className="wrap-anywhere block font-medium">{name}</b>
                  {isKnown && state?.shown !== false ? null : (
                    <small className="block text-sm text-warning">{t(isKnown ? 'hidden' : 'gone')}</small>
                  )}
                </span>
                {order.arrows(i, 'size-11')}
                <button
                  type="button"
                  className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-danger"
                  aria-label={t('removeCompany', { name })}
                  onClick={() => onChange(companies.filter((company) => company.id !== id))}
                >
                  <CloseIcon />
                </button>
              </div>
              <TextArea
                className="mt-1 md:ml-13"
                label={t('note')}
                lang={language}
                rows={2}
                value={notes[language] ?? ''}
                onChange={(text) =>
                  onChange(
                    companies.with(i, {
                      id,
                      notes: { ...notes, [language]: text === '' ? undefined : text },
                    }),
                  )
                }
              />
            </li>
          );
        })}
      </ol>
      {companies.length < COLLECTION_COMPANIES_MAX ? (
        <CompanySearch
          without={companies.map(({ id }) => id)}
          onChoose={(id, name) => {
            setAdded({ ...added, [id]: name });
            onChange([...companies, { id, notes: {} }]);
          }}
        />
      ) : null}
    </fieldset>
  );
}

/** Finds companies by words; each is chosen by a press. */
function CompanySearch({
  without,
  onChoose,
}: {
  without: readonly string[];
  onChoose(id: string, name: string): void;
}) {
  const { t } = useTranslation('collections');
  const { language } = useRoot();
  const [q, setQ] = useState('');
  const found = useCall(findCompanyRows, { query: { language, q, limit: OFFERED } }, { enabled: q !== '' });
  const rows = q === '' ? [] : (found.data ?? []).filter(({ id }) => !without.includes(id));
  return (
    <div className="mt-4">
      <SearchInput label={t('search')} placeholder={t('searchHint')} value={q} onChange={setQ} />
      <ul className="mt-2 flex flex-wrap gap-2">
        {rows.map(({ id, name }) => (
          <li key={id}>
            <Button
              aria-label={t('addCompany', { name })}
              onClick={() => {
                onChoose(id, name);
                setQ('');
              }}
            >
              + {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
