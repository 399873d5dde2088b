import { useEffect, useId, useRef, useState } from 'react';
import { SOURCES_MAX } from '../../../core/companies/fields.ts';
import type { SourceTopic } from '../../../core/companies/figures.ts';
import { SOURCE_TOPICS, type Source } from '../../../core/companies/sources.ts';
import type { LinkCheck } from '../../../core/links/rules.ts';
import { formatList } from '../../../core/list-text.ts';
import { httpUrlSchema } from '../../../core/schemas.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CloseIcon, PlusIcon } from '../../shared/ui/icons.tsx';
import { useNotes } from '../../shared/ui/input.tsx';
import { useRowOrder } from '../../shared/ui/use-row-order.tsx';
import { sourceValues } from '../fields/field-draft.ts';
import { LinkState } from '../links/link-state.tsx';
import { sourceName } from './source-picker.tsx';

/** Whether an address can be a source's; an empty one is no source and stands in nobody's way. */
const isAddress = (url: string) => url.trim() === '' || httpUrlSchema.safeParse(url).success;

/** The pages that a company's facts are from, and what each supports. Needs the texts of `edit` and `companies`. */
export function SourcesField({
  heading: Heading = 'h3',
  sources,
  checks = [],
  showProblems,
  onChange,
}: {
  heading?: 'h2' | 'h3';
  sources: Source[];
  /** Latest results of the link checks of stored sources. */
  checks?: readonly LinkCheck[];
  /** After a save was refused. */
  showProblems: boolean;
  onChange(sources: Source[]): void;
}) {
  const { t } = useTranslation('edit');
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [started, setStarted] = useState(0);
  useEffect(() => {
    if (started > 0) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [started]);
  const order = useRowOrder(sources, onChange, (index) => ({
    up: t('rows.up', { field: t('fields.sources'), number: index + 1 }),
    down: t('rows.down', { field: t('fields.sources'), number: index + 1 }),
  }));
  const wrong = showProblems ? sources.findIndex(({ url }) => !isAddress(url)) : -1;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-lg">
        {t('fields.sources')}
      </Heading>
      <p className="mt-1 text-soft text-sm">{t('sourcesHint')}</p>
      {sources.length > 0 ? (
        <ul
          ref={(element) => {
            list.current = element;
            order.list(element);
          }}
          className="mt-3 divide-y divide-line border-line border-y"
        >
          {sources.map((source, index) => (
            <SourceRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, not an address
              key={index}
              number={index + 1}
              order={order}
              source={source}
              check={checks.find(({ url }) => url === source.url)}
              problem={showProblems && !isAddress(source.url)}
              name={index === wrong ? 'sources' : undefined}
              onChange={(changed) => onChange(sources.with(index, changed))}
              onRemove={() => {
                onChange(sources.toSpliced(index, 1));
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      ) : null}
      <button
        ref={add}
        type="button"
        className="button mt-3"
        disabled={sourceValues(sources).length >= SOURCES_MAX}
        onClick={() => {
          onChange([...sources, { url: '', supports: [] }]);
          setStarted(started + 1);
        }}
      >
        <PlusIcon />
        {t('addSource')}
      </button>
    </section>
  );
}

/** Texts that describe a source. */
const ABOUT = ['title', 'publisher'] as const;

function SourceRow({
  number,
  order,
  source,
  check,
  problem,
  name,
  onChange,
  onRemove,
}: {
  number: number;
  order: ReturnType<typeof useRowOrder>;
  source: Source;
  check: LinkCheck | undefined;
  problem: boolean;
  name: string | undefined;
  onChange(source: Source): void;
  onRemove(): void;
}) {
  const { t } = useTranslation(['edit', 'companies']);
  const { language } = useRoot();
  const { ties, notes } = useNotes({ problem: problem ? t('edit:invalid.address') : undefined });
  const { url, supports } = source;
  const index = number - 1;
  // A new row opens, because its purpose must be chosen.
  const [isOpen, setOpen] = useState(url === '' && supports.length === 0);
  const toggle = (topic: SourceTopic) =>
    onChange({
      ...source,
      supports: SOURCE_TOPICS.filter((one) => supports.includes(one) !== (one === topic)),
    });
  return (
    <li className={`py-3 ${order.isHeld(index) ? 'bg-tint' : ''}`} {...order.row(index)}>
      <div className="flex gap-2">
        <span className="hidden sm:contents">{order.handle(index)}</span>
        <input
          {...ties}
          className="field"
          type="url"
          inputMode="url"
          name={name}
          placeholder="https://"
          aria-label={t('edit:sourceAddress', { number })}
          value={url}
          onChange={(event) => onChange({ ...source, url: event.currentTarget.value })}
        />
        <span className="flex shrink-0 flex-col">{order.arrows(index, 'h-6 w-8 text-sm')}</span>
        <button
          type="button"
          className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-danger"
          aria-label={t('edit:removeSource', { number })}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </div>
      {notes}
      {check ? <LinkState check={check} /> : null}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 items-center gap-2 text-sm">
          <span aria-hidden="true" className={`text-soft transition-transform ${isOpen ? 'rotate-90' : ''}`}>
            ▸
          </span>
          <span className="min-w-0">
            {source.title || source.publisher ? (
              <span className="block wrap-anywhere">{sourceName(source)}</span>
            ) : null}
            <span className="text-soft">{t('edit:supports')} </span>
            {supports.length > 0
              ? formatList(
                  supports.map((topic) => t(`companies:topic_${topic}`)),
                  language,
                )
              : t('edit:notStated')}
          </span>
        </summary>
        {isOpen ? (
          <div className="grid grid-cols-1 gap-x-3 gap-y-2 pb-2 sm:grid-cols-[2fr_1fr]">
            {ABOUT.map((part) => (
              <label key={part} className="text-soft text-xs">
                {t(`edit:sourceAbout.${part}`)}
                <input
                  className="field text-ink"
                  aria-label={t(`edit:sourceAboutNamed.${part}`, { number })}
                  value={source[part] ?? ''}
                  onChange={(event) => onChange({ ...source, [part]: event.currentTarget.value })}
                />
              </label>
            ))}
          </div>
        ) : null}
        {isOpen ? (
          <fieldset className="flex flex-wrap gap-x-5 pb-1">
            <legend className="sr-only">{t('edit:sourceSupports', { number })}</legend>
            {SOURCE_TOPICS.map((topic) => (
              <label key={topic} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-accent"
                  checked={supports.includes(topic)}
                  onChange={() => toggle(topic)}
                />
                {t(`companies:topic_${topic}`)}
              </label>
            ))}
          </fieldset>
        ) : null}
      </details>
    </li>
  );
}
