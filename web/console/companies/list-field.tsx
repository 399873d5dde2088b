import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Language } from '../../../core/languages.ts';
import { namedText } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CloseIcon, PlusIcon } from '../../shared/ui/icons.tsx';
import { RequiredMark, useNotes } from '../../shared/ui/input.tsx';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { useRowOrder } from '../../shared/ui/use-row-order.tsx';

/**
 * A list of short texts: Enter or the plus adds one. What is typed for the next one is the value's
 * last item. Needs the texts of `edit` and `ui`.
 */
export function ListField({
  label,
  hint,
  name,
  value,
  most,
  language,
  problem,
  required,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  /** The field, by which its own words are found: `edit:lists.NAME`. */
  name: string;
  value: readonly string[];
  /** Items at most. */
  most: number;
  language: Language | undefined;
  problem: string | undefined;
  /** Marked beside the label. */
  required: boolean;
  onChange(value: string[]): void;
}) {
  const { t } = useTranslation(['edit', 'ui']);
  const next = useRef<HTMLInputElement>(null);
  const items = value.slice(0, -1);
  const typed = value.at(-1) ?? '';
  const { ties, notes } = useNotes({ hint, problem });
  const full = items.length >= most;

  const order = useRowOrder(
    items,
    (moved) => onChange([...moved, typed]),
    (index) => ({
      up: t('edit:rows.up', { field: label, number: index + 1 }),
      down: t('edit:rows.down', { field: label, number: index + 1 }),
    }),
  );

  function add() {
    const text = typed.trim();
    if (text !== '' && !full) onChange([...items, text, '']);
    next.current?.focus();
  }

  /** Enter would save the whole form; while a syllable is being composed it only ends that. */
  function onEnter(event: KeyboardEvent, then?: () => void) {
    // With Ctrl or ⌘ it is meant to.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!isComposing(event.nativeEvent)) then?.();
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">
        {label}
        {required ? <RequiredMark /> : null}
      </legend>
      <ul ref={order.list} className="space-y-2">
        {items.map((item, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, not a text
            key={index}
            className={`flex gap-2 rounded-lg ${order.isHeld(index) ? 'bg-tint' : ''}`}
            {...order.row(index)}
          >
            <span className="hidden sm:contents">{order.handle(index)}</span>
            <input
              className="field"
              lang={language}
              aria-label={namedText(t, 'edit:lists.', `${name}.item`, { number: index + 1 })}
              value={item}
              onKeyDown={(event) => onEnter(event)}
              onChange={(event) => onChange(value.with(index, event.currentTarget.value))}
            />
            <span className={items.length < 2 ? 'hidden' : 'flex shrink-0 flex-col'}>
              {order.arrows(index, 'h-6 w-8 text-sm')}
            </span>
            <button
              type="button"
              className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-danger"
              aria-label={namedText(t, 'edit:lists.', `${name}.remove`, { number: index + 1 })}
              onClick={() => {
                onChange(value.toSpliced(index, 1));
                next.current?.focus();
              }}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex gap-2">
        <input
          {...ties}
          ref={next}
          name={name}
          className="field"
          lang={language}
          aria-label={namedText(t, 'edit:lists.', `${name}.new`)}
          placeholder={namedText(t, 'edit:lists.', `${name}.new`)}
          value={typed}
          onKeyDown={(event) => onEnter(event, add)}
          onChange={(event) => onChange([...items, event.currentTarget.value])}
        />
        <button
          type="button"
          className="button w-11 shrink-0 px-0"
          aria-label={namedText(t, 'edit:lists.', `${name}.add`)}
          disabled={full}
          onClick={add}
        >
          <PlusIcon />
        </button>
      </div>
      {notes}
    </fieldset>
  );
}
