import { Dialog as Base } from '@base-ui/react/dialog';
import { type RefObject, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { SEARCH_MAX } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CloseIcon, SearchIcon } from '../ui/icons.tsx';
import { takeEarlyLetters } from './early-letters.ts';
import { FoundLists, SearchTexts } from './found.tsx';
import { PaletteFrame } from './palette-frame.tsx';

/** A dialog in which one types a few letters and goes to what they mean. */
export function Palette({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <SearchTexts>
      <PaletteDialog open={open} onClose={onClose} />
    </SearchTexts>
  );
}

function PaletteDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['search', 'common']);
  const input = useRef<HTMLInputElement>(null);
  return (
    <PaletteFrame title={t('common:searchDirectory')} input={input} open={open} onClose={onClose}>
      <PaletteSearch input={input} onClose={onClose} />
    </PaletteFrame>
  );
}

/** The search field, and the results below it. */
function PaletteSearch({ input, onClose }: { input: RefObject<HTMLInputElement | null>; onClose(): void }) {
  const { t } = useTranslation(['search', 'common']);
  const navigate = useNavigate();
  const id = useId();
  return (
    <>
      <div className="flex items-center gap-2 border-line border-b pl-4">
        <span aria-hidden="true" className="text-soft">
          <SearchIcon />
        </span>
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-soft"
          aria-label={t('common:searchDirectory')}
          placeholder={t('placeholder')}
          maxLength={SEARCH_MAX}
          enterKeyHint="go"
          onFocus={({ currentTarget: field }) => {
            const early = takeEarlyLetters();
            if (!early) return;
            field.value += early;
            field.dispatchEvent(new Event('input', { bubbles: true }));
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Base.Close
          className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-ink sm:mr-1"
          aria-label={t('common:close')}
        >
          <CloseIcon />
        </Base.Close>
      </div>
      <FoundLists
        id={id}
        field={input}
        className="flex-1"
        go={(to) => {
          onClose();
          void navigate(to);
        }}
      />
      <p
        aria-hidden="true"
        className="hidden border-line border-t px-4 py-2 text-soft text-xs pointer-fine:block"
      >
        {t('keys')}
      </p>
    </>
  );
}
