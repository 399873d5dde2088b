import {
  type ClipboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { z } from 'zod';
import type { FigureMetric } from '../../../core/companies/facts.ts';
import type { FieldPart } from '../../../core/companies/field-kinds.ts';
import { METRIC_TOPICS } from '../../../core/companies/figures.ts';
import { textOf } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { languageName } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CloseIcon, PlusIcon } from '../../shared/ui/icons.tsx';
import { useNotes } from '../../shared/ui/input.tsx';
import { type Cells, cellsOf, refusedCells } from '../fields/field-draft.ts';
import { SourcePicker } from './source-picker.tsx';

interface PartsProps {
  parts: readonly FieldPart[];
  cells: Cells;
  /** Paths of the cells that the server refused. */
  refused?: ReadonlySet<string>;
  /** Said before each label, where there are several rows. */
  row?: string;
  onChange(cells: Cells): void;
  /** Cells that were pasted from a spreadsheet, from a part on. */
  onPaste?(from: number, lines: string[][]): void;
}

/** Lines and tabs, as spreadsheets copy them; undefined where a text is no more than a cell. */
function pastedCells(event: ClipboardEvent): string[][] | undefined {
  const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').replace(/\n$/, '');
  return /[\t\n]/.test(text) ? text.split('\n').map((line) => line.split('\t')) : undefined;
}

/** The word for a choice as a person writes it: its value or what is shown for it, in any case. */
function chosenOption(
  { options = [], optionText }: FieldPart,
  typed: string,
  shown: (option: string) => string,
): string {
  const wanted = typed.trim().toLowerCase();
  return (
    options.find((option) =>
      [option, optionText ? shown(option) : option].some((word) => word.toLowerCase() === wanted),
    ) ?? typed
  );
}

/** What a source of a figure's row says something about. */
const topicsOfRow = ({ metric }: Cells) =>
  Object.hasOwn(METRIC_TOPICS, metric ?? '') ? [METRIC_TOPICS[metric as FigureMetric]] : [];

/** The controls of a record or of a row. Needs the texts of `edit` and `companies`. */
function Parts({ parts, cells, refused, row, onChange, onPaste }: PartsProps) {
  const { t } = useTranslation(['edit', 'companies', 'categories']);
  const { language } = useRoot();
  const id = useId();
  function pasteFrom(place: number, event: ClipboardEvent) {
    const lines = onPaste && pastedCells(event);
    if (!lines) return;
    event.preventDefault();
    onPaste?.(place, lines);
  }
  return (
    <div className="grid min-w-0 flex-1 grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
      {parts.map((part, place) => {
        const { path, control, options = [], optionText, of, required, usual } = part;
        const label = of
          ? t('edit:fieldIn', { field: textOf(t, part.label), language: languageName(of, language) })
          : textOf(t, part.label);
        const common = {
          id: `${id}-${path}`,
          className: 'field',
          'aria-label': row ? `${row}: ${label}` : undefined,
          'aria-required': required,
          'aria-invalid': refused?.has(path) || undefined,
          value: cells[path] ?? '',
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange({ ...cells, [path]: event.currentTarget.value }),
        };
        const isWide = path === 'text' || path === 'source';
        return (
          <div key={path} className={isWide ? 'col-span-full' : undefined}>
            <label htmlFor={common.id} className="text-soft text-xs">
              {label}
              {required ? <span aria-hidden="true"> *</span> : null}
            </label>
            {control === 'source' ? (
              <SourcePicker
                id={common.id}
                label={common['aria-label']}
                value={common.value}
                supports={topicsOfRow(cells)}
                onChange={(typed) => onChange({ ...cells, [path]: typed })}
                onPaste={(event) => pasteFrom(place, event)}
              />
            ) : control === 'choice' ? (
              <select {...common}>
                <option value="">{t('edit:notStated')}</option>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {optionText ? textOf(t, optionText(option)) : option}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...common}
                lang={of}
                placeholder={usual?.(cells)}
                inputMode={
                  control === 'number'
                    ? 'decimal'
                    : control === 'year'
                      ? 'numeric'
                      : control === 'address'
                        ? 'url'
                        : undefined
                }
                onPaste={(event) => pasteFrom(place, event)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Parts that belong together, as a group of controls. */
export function RecordField({
  label,
  hint,
  problem,
  name,
  parts,
  value,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  problem: string | undefined;
  name: string;
  parts: readonly FieldPart[];
  value: Cells;
  onChange(value: Cells): void;
}) {
  const { ties, notes } = useNotes({ hint, problem });
  return (
    <fieldset {...ties} name={name} tabIndex={-1}>
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <Parts parts={parts} cells={value} onChange={onChange} />
      {notes}
    </fieldset>
  );
}

/**
 * Rows of the same parts: added, taken away, moved by buttons or dragged, and pasted from a spreadsheet. Needs the
 * texts of `edit`, `companies` and `ui`.
 */
export function TableField({
  label,
  hint,
  problem,
  name,
  parts,
  row: schema,
  value,
  most,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  problem: string | undefined;
  name: string;
  parts: readonly FieldPart[];
  /** What a save takes as a row: where there is a problem, the cells that it refuses are marked. */
  row: z.ZodType | undefined;
  value: readonly Cells[];
  most: number;
  onChange(value: Cells[]): void;
}) {
  const { t } = useTranslation(['edit', 'companies', 'categories']);
  const { ties, notes } = useNotes({ hint, problem });
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [started, setStarted] = useState(0);
  // The row that is dragged; the pointer may move on before the page is drawn anew.
  const held = useRef<number | null>(null);
  const [heldRow, setHeldRow] = useState<number | null>(null);
  const [moved, setMoved] = useState<{ to: number; by: number } | null>(null);
  useEffect(() => {
    if (started > 0)
      list.current?.querySelector<HTMLElement>(':scope > li:last-child :is(input, select)')?.focus();
  }, [started]);
  useEffect(() => {
    if (!moved) return;
    const row = list.current?.children[moved.to];
    // At the end of the list only the other way is left.
    const buttons = [moved.by, -moved.by].map((by) =>
      row?.querySelector<HTMLButtonElement>(`button[data-by="${by}"]`),
    );
    buttons.find((button) => button && !button.disabled)?.focus();
  }, [moved]);

  function paste(row: number, from: number, lines: string[][]) {
    const rows = [...value];
    for (const [i, line] of lines.entries()) {
      if (row + i >= most) break;
      const cells = { ...(rows[row + i] ?? cellsOf(parts, undefined)) };
      for (const [j, typed] of line.entries()) {
        const part = parts[from + j];
        if (part)
          cells[part.path] = chosenOption(part, typed.trim(), (option) =>
            part.optionText ? textOf(t, part.optionText(option)) : option,
          );
      }
      rows[row + i] = cells;
    }
    onChange(rows);
  }
  function move(from: number, by: number) {
    const row = value[from];
    if (!row) return;
    onChange(value.toSpliced(from, 1).toSpliced(from + by, 0, row));
    setMoved({ to: from + by, by });
  }
  /** Lets a row follow the pointer: it changes places where it has passed the middle of another one. */
  function drag({ clientY }: PointerEvent) {
    const rows = [...(list.current?.children ?? [])];
    const from = held.current;
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    });
    const box = rows[to]?.getBoundingClientRect();
    const row = from === null ? undefined : value[from];
    if (from === null || !row || !box || to === from) return;
    const middle = box.top + box.height / 2;
    if (to > from ? clientY < middle : clientY > middle) return;
    hold(to);
    onChange(value.toSpliced(from, 1).toSpliced(to, 0, row));
    rows[to]?.scrollIntoView({ block: 'nearest' });
  }
  function hold(index: number | null) {
    held.current = index;
    setHeldRow(index);
  }
  const moveButton = (index: number, by: 1 | -1) => (
    <button
      type="button"
      data-by={by}
      className="flex size-9 items-center justify-center rounded-lg text-soft hover:text-ink disabled:opacity-30"
      aria-label={t(by === -1 ? 'edit:rows.up' : 'edit:rows.down', { field: label, number: index + 1 })}
      disabled={index + by < 0 || index + by >= value.length}
      onClick={() => move(index, by)}
    >
      <span aria-hidden="true">{by === -1 ? '↑' : '↓'}</span>
    </button>
  );
  return (
    <fieldset {...ties} name={name} tabIndex={-1} className="min-w-0">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      {value.length > 0 ? (
        <ol ref={list} className="divide-y divide-line border-line border-y">
          {value.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, not a value
            <li key={index} className={`flex items-start gap-2 py-3 ${heldRow === index ? 'bg-tint' : ''}`}>
              {/* For pointers; the buttons do the same for everybody. */}
              <span
                aria-hidden="true"
                data-handle
                className={`flex min-h-9 w-6 shrink-0 touch-none select-none items-center justify-center text-soft ${heldRow === index ? 'cursor-grabbing' : 'cursor-grab'} ${value.length < 2 ? 'invisible' : ''}`}
                onPointerDown={(event) => {
                  if (event.button !== 0 || value.length < 2) return;
                  event.preventDefault();
                  event.currentTarget.setPointerCapture(event.pointerId);
                  hold(index);
                }}
                onPointerMove={drag}
                onPointerUp={() => hold(null)}
                onPointerCancel={() => hold(null)}
              >
                ⠿
              </span>
              <Parts
                parts={parts}
                cells={cells}
                {...(problem && schema ? { refused: refusedCells(schema, parts, cells) } : {})}
                row={t('edit:rows.row', { field: label, number: index + 1 })}
                onChange={(changed) => onChange(value.with(index, changed))}
                onPaste={(from, lines) => paste(index, from, lines)}
              />
              <div className="flex shrink-0 flex-col">
                {moveButton(index, -1)}
                {moveButton(index, 1)}
                <button
                  type="button"
                  className="flex size-9 items-center justify-center rounded-lg text-soft hover:text-danger"
                  aria-label={t('edit:rows.remove', { field: label, number: index + 1 })}
                  onClick={() => {
                    onChange(value.toSpliced(index, 1));
                    add.current?.focus();
                  }}
                >
                  <CloseIcon />
                </button>
              </div>
            </li>
          ))}
        </ol>
      ) : null}
      <button
        ref={add}
        type="button"
        className="button mt-3"
        disabled={value.length >= most}
        onClick={() => {
          onChange([...value, cellsOf(parts, undefined)]);
          setStarted(started + 1);
        }}
      >
        <PlusIcon />
        {t('edit:rows.add', { field: label })}
      </button>
      {notes}
    </fieldset>
  );
}
