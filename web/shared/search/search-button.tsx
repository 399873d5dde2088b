import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OnDemand } from '../layout/on-demand.tsx';
import { inLanguage, paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { isComposing } from '../ui/is-composing.ts';
import { isTyping } from '../ui/is-typing.ts';
import { latinKey } from '../ui/latin-key.ts';
import { isUnderDialog } from '../ui/open-layers.ts';
import { keepEarlyLetters, takeEarlyLetters } from './early-letters.ts';

interface PaletteProps {
  open: boolean;
  onClose(): void;
}
type LoadPalette = () => Promise<ComponentType<PaletteProps>>;

const loadPalette: LoadPalette = async () => (await import('./palette.tsx')).Palette;

/**
 * The search of every page: with its button, ⌘K, Ctrl K or `/`. What it needs is loaded when it is used;
 * without it, or without JavaScript, the button leads to the list with its own search.
 */
export function SearchButton({
  load = loadPalette,
  label,
  list: ownList,
}: {
  load?: LoadPalette;
  /** If not given, that of a search of the directory. */
  label?: string;
  /** Path of a list with a search of its own; if not given, that of all companies. */
  list?: string;
}) {
  const { t } = useTranslation('common');
  const { language } = useRoot();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const list = ownList ?? inLanguage(paths.category('all'), language);
  const [isOpen, setOpen] = useState(false);
  // How often it was asked for.
  const [uses, setUses] = useState(0);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, metaKey, ctrlKey, altKey, shiftKey, target } = event;
      const isShortcut =
        (metaKey !== ctrlKey && !altKey && !shiftKey && latinKey(event) === 'k') ||
        (key === '/' && !metaKey && !ctrlKey && !altKey && !isTyping(target));
      if (!isShortcut || isComposing(event) || event.defaultPrevented || isUnderDialog()) return;
      event.preventDefault();
      form.current?.requestSubmit();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <search>
      <form
        ref={form}
        action={list}
        onSubmit={(event) => {
          event.preventDefault();
          keepEarlyLetters();
          setUses(uses + 1);
          setOpen(true);
        }}
      >
        <button
          type="submit"
          className="flex size-11 items-center justify-center max-[20rem]:w-7"
          aria-label={label ?? t('searchDirectory')}
          aria-keyshortcuts="Meta+K Control+K /"
          aria-haspopup="dialog"
        >
          <SearchIcon />
        </button>
      </form>
      {uses > 0 ? (
        <OnDemand
          load={load}
          props={{ open: isOpen, onClose: () => setOpen(false) }}
          onLeft={() => {
            takeEarlyLetters();
            setOpen(false);
          }}
          onFailed={() => {
            takeEarlyLetters();
            if (!isOpen) return;
            setOpen(false);
            // Without the palette, focus the search field of the list, else open the list, which reports its
            // own failure.
            const field = document.querySelector<HTMLInputElement>('main [name=q]');
            if (field) field.focus();
            else void navigate(list);
          }}
          again={uses}
        />
      ) : null}
    </search>
  );
}
