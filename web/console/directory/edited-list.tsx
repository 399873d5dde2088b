import type { ReactNode } from 'react';
import type { DirectoryPart } from '../../../core/directory/config.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import type { PartDraft } from './use-part.ts';

/** The group of texts of a list: what is said of categories, of kinds or of own fields. */
type ListTexts = 'categories' | 'kinds' | 'fields';
type Refused = Pick<PartDraft<DirectoryPart>, 'refused'>;

/** A part without some of its list, and without the redirects that lead there. */
export function withoutItem<Item extends { id: string }>(
  { list, moved }: { list: readonly Item[]; moved: Readonly<Record<string, string>> },
  removed: readonly Item[],
): { list: Item[]; moved: Record<string, string> } {
  const gone = new Set(removed.map(({ id }) => id));
  return {
    list: list.filter((item) => !removed.includes(item)),
    moved: Object.fromEntries(Object.entries(moved).filter(([, to]) => !gone.has(to))),
  };
}

/** What has ids, in an order of the owner's: each is moved, and opened to be edited. */
export function EditedList<Item extends { id: string }>({
  texts,
  list,
  counts,
  draft,
  nameOf,
  tellOf,
  markOf,
  onChange,
  opened,
  onOpen,
  children,
}: {
  texts: ListTexts;
  list: readonly Item[];
  /** Companies of each id, hidden ones too. */
  counts: Readonly<Record<string, number>>;
  draft: Refused;
  nameOf(item: Item): string;
  /** What is told beside the name and the number of companies; empty texts are left out. */
  tellOf(item: Item): string[];
  markOf?(item: Item): ReactNode;
  onChange(list: Item[]): void;
  /** Index of the item that is edited. */
  opened: number | null;
  onOpen(place: number | null): void;
  children(item: Item, place: number): ReactNode;
}) {
  const { t } = useTranslation('directory');
  const { language } = useRoot();
  function move(from: number, by: number) {
    const next = [...list];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(from + by, 0, moved);
    onChange(next);
    onOpen(null);
  }
  return (
    <ol className="mt-5 divide-y divide-line border-line border-y">
      {list.map((item, i) => {
        const count = counts[item.id] ?? 0;
        const isOpen = opened === i;
        const name = nameOf(item);
        const [address, ...others] = tellOf(item);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the id is edited here
          <li key={i} className="py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              {markOf?.(item)}
              <span className="min-w-0 flex-1 basis-52">
                <b className="font-medium">{name || t(`${texts}.unnamed`)}</b>{' '}
                <span className="number text-soft text-sm">
                  {[address, t('list.companies', { count, number: formatNumber(count, language) }), ...others]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {[...draft.refused.keys()].some((path) => path.startsWith(`list.${i}.`)) ? (
                  <span className="block text-danger text-sm">{t('list.refused')}</span>
                ) : null}
              </span>
              <span className="ml-auto flex gap-2">
                <Button disabled={i === 0} aria-label={t('list.up', { name })} onClick={() => move(i, -1)}>
                  ↑
                </Button>
                <Button
                  disabled={i === list.length - 1}
                  aria-label={t('list.down', { name })}
                  onClick={() => move(i, 1)}
                >
                  ↓
                </Button>
                <Button aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : i)}>
                  {t(isOpen ? 'list.close' : 'list.edit')}
                </Button>
              </span>
            </div>
            {isOpen ? children(item, i) : null}
          </li>
        );
      })}
    </ol>
  );
}

/** The id, which is the address: fixed while companies have it. */
export function IdField({
  texts,
  id,
  companies,
  onChange,
  draft,
  path,
}: {
  texts: ListTexts;
  id: string;
  companies: number;
  onChange(id: string): void;
  draft: Refused;
  path: string;
}) {
  const { t } = useTranslation(['directory', 'refusals']);
  const refused = draft.refused.get(`${path}.id`);
  return (
    <TextInput
      label={t(texts === 'fields' ? 'fields.id' : 'list.id')}
      hint={t(companies > 0 ? `${texts}.idFixed` : `${texts}.idHint`)}
      readOnly={companies > 0}
      value={id}
      onChange={onChange}
      problem={refused && refusalText(t, refused)}
    />
  );
}

/** Buttons of an entry: merge into another entry if companies use it, else remove. */
export function MergeOrRemove({
  texts,
  companies,
  canMerge,
  onMerge,
  onRemove,
}: {
  texts: Exclude<ListTexts, 'fields'>;
  companies: number;
  canMerge: boolean;
  onMerge(): void;
  onRemove(): void;
}) {
  const { t } = useTranslation('directory');
  if (companies === 0) return <Button onClick={onRemove}>{t('list.remove')}</Button>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button disabled={!canMerge} onClick={onMerge}>
        {t('list.merge')}
      </Button>
      <p className="text-soft text-sm">{t(canMerge ? `${texts}.mergeHint` : 'list.mergeLater')}</p>
    </div>
  );
}

/**
 * Removes every entry without companies: a new directory begins without the shipped entries. Offered only before a
 * change of the draft: a new entry has no companies yet.
 */
export function RemoveUnused<Item extends { id: string }>({
  list,
  counts,
  draft: { isChanged },
  onRemove,
}: {
  list: readonly Item[];
  counts: Readonly<Record<string, number>>;
  draft: Pick<PartDraft<DirectoryPart>, 'isChanged'>;
  onRemove(unused: Item[]): void;
}) {
  const { t } = useTranslation('directory');
  const { language } = useRoot();
  const unused = list.filter(({ id }) => !counts[id]);
  const count = unused.length;
  if (isChanged || count < 2) return null;
  return (
    <Button onClick={() => onRemove(unused)}>
      {t('list.removeUnused', { count, number: formatNumber(count, language) })}
    </Button>
  );
}
