import { Dialog as Base } from '@base-ui/react/dialog';
import { type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isRole, may, type Permission } from '../../../core/admins/roles.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ADMIN_ROLE_KEY, ADMIN_TOKEN_KEY, storage } from '../api.ts';
import { EDIT_PARAMETER, SECTIONS, sectionPermission } from '../console/sections.ts';
import { paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { BACKDROP, VIEWPORT } from '../ui/dialog.tsx';
import { CloseIcon, SearchIcon } from '../ui/icons.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import type { Choice, PaletteTexts } from './choices.ts';
import { takeEarlyLetters } from './early-letters.ts';
import { type Places, SEARCH_MAX, startSearch } from './start-search.ts';

/** What one does in the console beside opening a section: where, and what one has to be allowed. */
const ACTIONS = [
  { text: 'transfer', to: `${paths.admin('companies')}?tab=migration`, permission: 'companies.export' },
  { text: 'tags', to: `${paths.admin('companies')}?tab=tags`, permission: 'companies.write' },
  { text: 'evaluate', to: paths.admin('scores'), permission: 'companies.write' },
  { text: 'invite', to: paths.admin('administrators'), permission: 'administrators.write' },
] as const;

/** The sections of the console, and what is done there, for whoever is signed in there and may. */
function consoleIn(t: PaletteTexts) {
  const role = storage.get(ADMIN_ROLE_KEY);
  const isAllowed = (permission: Permission) =>
    storage.get(ADMIN_TOKEN_KEY) !== null && isRole(role) && may(role, permission);
  return {
    sections: SECTIONS.filter(({ id }) => isAllowed(sectionPermission(id))).map(
      ({ id }): Choice => ({ to: paths.admin(id), name: { text: t(`console:sections.${id}.name`) } }),
    ),
    actions: ACTIONS.filter(({ permission }) => isAllowed(permission)).map(
      ({ to, text }): Choice => ({ to, name: { text: t(text) } }),
    ),
    editsAt: isAllowed('companies.write')
      ? (id: string) => `${paths.admin('edit')}?${EDIT_PARAMETER}=${encodeURIComponent(id)}`
      : undefined,
  };
}

/** A dialog in which one types a few letters and goes to what they mean. */
export function Palette({ open, onClose }: { open: boolean; onClose(): void }) {
  const isAdmin = storage.get(ADMIN_TOKEN_KEY) !== null;
  return (
    <WithTexts features={isAdmin ? ['search', 'console'] : ['search']}>
      <PaletteDialog open={open} onClose={onClose} />
    </WithTexts>
  );
}

function PaletteDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['search', 'common']);
  const finalFocus = useReturnFocus(open, undefined);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(opening) => {
        if (!opening) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className={`${VIEWPORT} items-start sm:p-8 sm:pt-[12vh]`}>
          <Base.Popup
            className="relative flex h-dvh w-full flex-col bg-paper shadow-2xl outline-none sm:mx-auto sm:h-auto sm:max-h-[70dvh] sm:max-w-xl sm:rounded-2xl sm:border sm:border-line"
            finalFocus={finalFocus}
            initialFocus={input}
          >
            <Base.Title className="sr-only">{t('common:searchDirectory')}</Base.Title>
            <Search input={input} onClose={onClose} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The field and what it finds. React draws what does not change; the rest is `startSearch`'s. */
function Search({ input, onClose }: { input: RefObject<HTMLInputElement | null>; onClose(): void }) {
  const { t } = useTranslation(['search', 'common', 'categories', 'console']);
  const { language } = useRoot();
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const failed = useRef<HTMLParagraphElement>(null);
  const nothing = useRef<HTMLParagraphElement>(null);
  const forget = useRef<HTMLDivElement>(null);
  const go = useEffectEvent((to: string) => {
    onClose();
    void navigate(to);
  });
  useLayoutEffect(() => {
    const places = {
      field: input.current,
      list: list.current,
      status: status.current,
      failed: failed.current,
      nothing: nothing.current,
      forget: forget.current,
    };
    return startSearch(places as Places, { language, t, go, ...consoleIn(t) });
  }, [input, language, t]);
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
      <p ref={status} role="status" className="sr-only" />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        <p ref={failed} className="px-3 py-4 text-sm text-soft empty:hidden" />
        <p ref={nothing} className="px-3 pt-3 pb-1 text-sm text-soft wrap-anywhere empty:hidden" />
        <div ref={forget} hidden className="flex justify-end">
          <button type="button" className="link px-3 py-1.5 text-soft text-xs">
            {t('forget')}
          </button>
        </div>
        <div ref={list} id={id} role="listbox" aria-label={t('common:searchDirectory')} />
      </div>
      <p
        aria-hidden="true"
        className="hidden border-line border-t px-4 py-2 text-soft text-xs pointer-fine:block"
      >
        {t('keys')}
      </p>
    </>
  );
}
