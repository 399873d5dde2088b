import { useState } from 'react';
import { SAVED_NOTE_MAX, type SavedEntry } from '../../../core/lists/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { BigFigures } from '../../shared/companies/big-figures.tsx';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { useRowOrder } from '../../shared/ui/use-row-order.tsx';
import { missing } from '../page/missing.tsx';
import { changeList, type ReaderList, withCompany, withoutCompany } from './list-store.ts';
import type { SavedCompanies } from './use-saved-companies.ts';

/** The companies of a list, to put in order, note and take out. */
export function SavedRows({
  list: { id, entries },
  companies,
  run,
  onRemoved,
}: {
  list: ReaderList;
  companies: SavedCompanies;
  run(work: () => Promise<unknown>): Promise<boolean>;
  onRemoved(name: string, undo: () => Promise<unknown>): void;
}) {
  const { t } = useTranslation('lists');
  const nameOf = (company: string) => companies.of(company)?.name ?? company;
  const order = useRowOrder(
    entries,
    (moved) => {
      const places = new Map(moved.map((entry, i) => [entry.id, i]));
      const place = (entry: SavedEntry) => places.get(entry.id) ?? moved.length;
      void change((list) => ({ entries: list.entries.toSorted((a, b) => place(a) - place(b)) }));
    },
    (index) => {
      const name = nameOf(entries[index]?.id ?? '');
      return { up: t('up', { name }), down: t('down', { name }) };
    },
  );
  // Moves are faster than their writes, which are queued: the next move need not wait.
  async function change(make: Parameters<typeof changeList>[1]) {
    await changeList(id, make).catch((error: unknown) => run(() => Promise.reject(error)));
  }

  async function remove(entry: SavedEntry, place: number) {
    if (await run(() => changeList(id, withoutCompany(entry.id))))
      onRemoved(nameOf(entry.id), () => changeList(id, withCompany(entry, place)));
  }

  if (companies.hasFailed) return missing(companies.retry);
  return (
    <ol ref={order.list} className="divide-y divide-line border-line border-y">
      {entries.map((entry, i) => {
        const company = companies.of(entry.id);
        const name = nameOf(entry.id);
        return (
          <li
            key={entry.id}
            data-category={company?.category}
            className={`flex gap-3 py-4 ${order.isHeld(i) ? 'bg-tint' : ''}`}
            {...order.row(i)}
          >
            <span className="hidden sm:contents">{order.handle(i)}</span>
            {company ? <LogoTile company={company} size="small" /> : <span className="size-11 shrink-0" />}
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-start justify-between gap-x-4">
                <div className="min-w-0 flex-1 basis-48">
                  {company ? (
                    <PageLink to={paths.company(company.id)} className="link wrap-anywhere font-medium">
                      {name}
                    </PageLink>
                  ) : (
                    <span className="wrap-anywhere text-soft">
                      {name}
                      {company === null ? ` · ${t('gone')}` : null}
                    </span>
                  )}
                  {company ? <p className="line-clamp-2 text-soft text-sm">{company.description}</p> : null}
                </div>
                {company ? <BigFigures company={company} /> : null}
              </div>
              <NoteField
                key={entry.note}
                name={name}
                note={entry.note}
                onNoted={(note) =>
                  void change((list) => ({
                    entries: list.entries.map((one) => (one.id === entry.id ? { ...one, note } : one)),
                  }))
                }
              />
            </div>
            <div className="flex shrink-0 flex-col sm:flex-row">
              {order.arrows(i, 'size-11')}
              <button
                type="button"
                className="flex size-11 items-center justify-center rounded-lg text-soft hover:text-ink"
                aria-label={t('remove', { name })}
                onClick={() => void remove(entry, i)}
              >
                <CloseIcon />
              </button>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Kept when the focus leaves it, or by Enter. */
function NoteField({ name, note, onNoted }: { name: string; note: string; onNoted(note: string): void }) {
  const { t } = useTranslation('lists');
  const [typed, setTyped] = useState(note);
  const keep = () => {
    if (typed.trim() !== note) onNoted(typed.trim());
  };
  return (
    <textarea
      className="field mt-2 resize-none [field-sizing:content]"
      rows={1}
      maxLength={SAVED_NOTE_MAX}
      aria-label={t('noteOf', { name })}
      placeholder={t('addNote')}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        keep();
      }}
    />
  );
}
