import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import type { FigureMetric } from '../../../core/companies/facts.ts';
import type { FieldPart } from '../../../core/companies/field-kinds.ts';
import { METRIC_TOPICS } from '../../../core/companies/figures.ts';
import { isOffered, usualLanguage } from '../../../core/languages.ts';
import { textOf } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { languageName } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CloseIcon, PlusIcon } from '../../shared/ui/icons.tsx';
import { useNotes } from '../../shared/ui/input.tsx';
import { useRowOrder } from '../../shared/ui/use-row-order.tsx';
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

/** Option whose value or label equals the typed text, ignoring case; the typed text without a match. */
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
        const { path, control, options = [], optionText, of, usual } = part;
        // The name in a language that is not offered is kept, and not asked for.
        if (of && !isOffered(of)) return null;
        const required = of ? of === usualLanguage() : part.required;
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
  const order = useRowOrder(value, onChange, (index) => ({
    up: t('edit:rows.up', { field: label, number: index + 1 }),
    down: t('edit:rows.down', { field: label, number: index + 1 }),
  }));
  useEffect(() => {
    if (started > 0)
      list.current?.querySelector<HTMLElement>(':scope > li:last-child :is(input, select)')?.focus();
  }, [started]);

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
  return (
    <fieldset {...ties} name={name} tabIndex={-1} className="min-w-0">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      {value.length > 0 ? (
        <ol
          ref={(element) => {
            list.current = element;
            order.list(element);
          }}
          className="divide-y divide-line border-line border-y"
        >
          {value.map((cells, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, not a value
              key={index}
              className={`flex items-start gap-2 py-3 ${order.isHeld(index) ? 'bg-tint' : ''}`}
              {...order.row(index)}
            >
              {order.handle(index)}
              <Parts
                parts={parts}
                cells={cells}
                {...(problem && schema ? { refused: refusedCells(schema, parts, cells) } : {})}
                row={t('edit:rows.row', { field: label, number: index + 1 })}
                onChange={(changed) => onChange(value.with(index, changed))}
                onPaste={(from, lines) => paste(index, from, lines)}
              />
              <div className="flex shrink-0 flex-col">
                {order.arrows(index, 'size-9')}
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
