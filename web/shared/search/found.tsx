import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isRole, may, type Permission } from '../../../core/admins/roles.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ADMIN_ROLE_KEY, ADMIN_TOKEN_KEY, storage } from '../api.ts';
import { CONSOLE_ACTIONS } from '../console/actions.ts';
import { EDIT_PARAMETER, SECTIONS, sectionPermission } from '../console/sections.ts';
import { paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import type { PaletteTexts, SearchChoice } from './choices.ts';
import { type Places, startSearch } from './start-search.ts';

/** The sections of the console, and what is done there, for whoever is signed in there and may. */
function consoleIn(t: PaletteTexts) {
  const role = storage.get(ADMIN_ROLE_KEY);
  const isAllowed = (permission: Permission) =>
    storage.get(ADMIN_TOKEN_KEY) !== null && isRole(role) && may(role, permission);
  return {
    sections: SECTIONS.filter(({ id }) => isAllowed(sectionPermission(id))).map(
      ({ id }): SearchChoice => ({ to: paths.admin(id), name: { text: t(`console:sections.${id}.name`) } }),
    ),
    actions: CONSOLE_ACTIONS.filter(({ permission }) => isAllowed(permission)).map(
      ({ to, text }): SearchChoice => ({ to, name: { text: t(text) } }),
    ),
    editsAt: isAllowed('companies.write')
      ? (id: string) => `${paths.admin('edit')}?${EDIT_PARAMETER}=${encodeURIComponent(id)}`
      : undefined,
  };
}

/** Loads the texts of the search, and those of the console for whoever is signed in there. */
export function SearchTexts({ children }: { children: ReactNode }) {
  const isAdmin = storage.get(ADMIN_TOKEN_KEY) !== null;
  return <WithTexts features={isAdmin ? ['search', 'console'] : ['search']}>{children}</WithTexts>;
}

/**
 * What is found for the words in a field, below it. React draws what does not change; the rest is `startSearch`'s.
 * Needs the texts of `SearchTexts`.
 */
export function FoundLists({
  id,
  field,
  go,
  onTyped,
  className = '',
}: {
  /** The id of the list, which the field controls. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  /** Leaves for an address. */
  go(to: string): void;
  /** Told the words whenever they change. */
  onTyped?(words: string): void;
  /** Of the part that scrolls. */
  className?: string;
}) {
  const { t } = useTranslation(['search', 'common', 'categories', 'companies', 'console']);
  const { language } = useRoot();
  const list = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const failed = useRef<HTMLParagraphElement>(null);
  const nothing = useRef<HTMLParagraphElement>(null);
  const forget = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(go);
  const tell = useEffectEvent((words: string) => onTyped?.(words));
  useLayoutEffect(() => {
    const places = {
      field: field.current,
      list: list.current,
      status: status.current,
      failed: failed.current,
      nothing: nothing.current,
      forget: forget.current,
    };
    return startSearch(places as Places, {
      language,
      t,
      go: (to) => leave(to),
      onTyped: (words) => tell(words),
      ...consoleIn(t),
    });
  }, [field, language, t]);
  return (
    <>
      <p ref={status} role="status" className="sr-only" />
      <div className={`min-h-0 overflow-y-auto overscroll-contain p-2 ${className}`}>
        <p ref={failed} className="px-3 py-4 text-sm text-soft empty:hidden" />
        <p ref={nothing} className="px-3 pt-3 pb-1 text-sm text-soft wrap-anywhere empty:hidden" />
        <div ref={forget} hidden className="flex justify-end">
          <button type="button" className="link px-3 py-1.5 text-soft text-xs">
            {t('forget')}
          </button>
        </div>
        <div ref={list} id={id} role="listbox" aria-label={t('common:searchDirectory')} />
      </div>
    </>
  );
}
