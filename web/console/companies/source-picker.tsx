import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ClipboardEvent, createContext, useContext, useId, useRef, useState } from 'react';
import { SOURCES_MAX } from '../../../core/companies/fields.ts';
import type { Source } from '../../../core/companies/sources.ts';
import { completeUrl, isHttpUrl } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The sources of the company whose form it is, and a way to one more. */
export interface KnownSources {
  sources: readonly Source[];
  add(url: string, supports: Source['supports']): void;
}

/** Around the tables of a form: their rows name sources. */
export const KnownSourcesContext = createContext<KnownSources>({ sources: [], add: () => undefined });

/** Display name of a source: title and publisher, otherwise the host. */
export function sourceName({ url, title, publisher }: Source): string {
  const words = [title, publisher].filter(Boolean);
  return words.length > 0 ? words.join(' · ') : url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}

const searched = (source: Source) =>
  [source.title, source.publisher, source.url].filter(Boolean).join(' ').toLowerCase();

/**
 * An address that is chosen from the company's sources by any of their words, or typed and added to
 * them. Needs the texts of `edit`.
 */
export function SourcePicker({
  id,
  label,
  value,
  supports,
  onChange,
  onPaste,
}: {
  id: string;
  /** Where the visible one does not say of which row it is. */
  label: string | undefined;
  value: string;
  /** Topics of the row, stored with a newly added source. */
  supports: Source['supports'];
  onChange(value: string): void;
  onPaste?(event: ClipboardEvent<HTMLInputElement>): void;
}) {
  const { t } = useTranslation('edit');
  const { sources, add } = useContext(KnownSourcesContext);
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  // As it is stored: `acme.com` is `https://acme.com`.
  const typed = completeUrl(value.trim());
  const known = sources.find(({ url }) => completeUrl(url.trim()) === typed);
  const items = sources.filter(({ url }) => url.trim() !== '');
  // The address of a known source is no search: all sources are listed.
  const words = known ? [] : typed.toLowerCase().split(/\s+/);
  const found = items.filter((source) => words.every((word) => searched(source).includes(word)));
  const [isOpen, setOpen] = useState(false);
  const isNew = typed !== '' && !known && isHttpUrl(typed);
  return (
    <>
      <Autocomplete.Root<Source>
        items={items}
        filteredItems={found}
        // An empty list would only cover the fields below.
        open={isOpen && found.length > 0}
        onOpenChange={setOpen}
        itemToStringValue={({ url }) => url.trim()}
        value={value}
        onValueChange={onChange}
        openOnInputClick
      >
        <Autocomplete.Input
          ref={input}
          id={id}
          className="field"
          aria-label={label}
          aria-describedby={known || isNew ? note : undefined}
          inputMode="url"
          placeholder={items.length > 0 ? t('sourceChoose') : 'https://'}
          onPaste={onPaste}
        />
        {/* Beside its field: what stands outside of the dialog is in no landmark. */}
        <Autocomplete.Portal container={place}>
          <Autocomplete.Positioner className="z-70 outline-none" sideOffset={4} collisionPadding={8}>
            <Autocomplete.Popup className="max-h-[min(18rem,var(--available-height))] w-(--anchor-width) min-w-64 max-w-(--available-width) overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-xl outline-none">
              <Autocomplete.List>
                {(source: Source) => (
                  <Autocomplete.Item
                    key={source.url}
                    value={source}
                    className="flex min-h-11 cursor-pointer flex-col justify-center rounded-lg px-3 py-1 text-sm data-highlighted:bg-tint"
                  >
                    <span className="wrap-anywhere">{sourceName(source)}</span>
                    {source.title || source.publisher ? (
                      <span className="wrap-anywhere text-soft text-xs">
                        {isHttpUrl(source.url)
                          ? new URL(source.url).hostname.replace(/^www\./, '')
                          : source.url}
                      </span>
                    ) : null}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <div ref={place} />
      <p id={note} role="status" className="text-soft text-xs empty:hidden">
        {known && (known.title || known.publisher) ? sourceName(known) : null}
        {isNew ? t('sourceUnknown') : null}
      </p>
      {isNew && items.length < SOURCES_MAX ? (
        <button
          type="button"
          className="link inline-flex min-h-9 items-center text-accent text-sm"
          onClick={() => {
            setOpen(false);
            add(typed, supports);
            // The button goes.
            input.current?.focus();
          }}
        >
          {t('sourceAdd')}
        </button>
      ) : null}
    </>
  );
}
