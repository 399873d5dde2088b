import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type AdminCompanyRow, findCompanyRows } from '../../../core/companies/admin-calls.ts';
import { SEARCH_MAX, searchForm, searchTerms } from '../../../core/text.ts';
import { findUsers } from '../../../core/users/calls.ts';
import { findViews } from '../../../core/views/calls.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CONSOLE_ACTIONS } from '../../shared/console/actions.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { takeEarlyLetters } from '../../shared/search/early-letters.ts';
import { PaletteFrame } from '../../shared/search/palette-frame.tsx';
import { CloseIcon, SearchIcon } from '../../shared/ui/icons.tsx';
import { useCall } from '../shared/api.ts';
import { useMay, useSections } from '../shared/may.ts';
import { useShowJobs } from '../shared/show-jobs.ts';
import { useSettled } from '../shared/use-settled.ts';
import { useWaitingEntries } from '../shared/waiting.tsx';

/** Time without a letter after which the server is asked, in milliseconds. */
const PALETTE_ASKS_AFTER = 120;
const COMPANIES_SHOWN = 8;
const USERS_SHOWN = 5;

interface PaletteEntry {
  id: string;
  name: string;
  /** Smaller, beside the name. */
  about?: string;
  run(): void;
}
type PaletteGroup = { id: string; label: string; items: PaletteEntry[] };

/** A dialog in which an editor goes to a company, a person, a section, a view or what waits, or does something. */
export function ConsolePalette(props: { open: boolean; onClose(): void }) {
  // Outside of the dialog, which focuses its field as soon as it opens.
  return (
    <WithTexts features={['search']}>
      <ConsolePaletteDialog {...props} />
    </WithTexts>
  );
}

function ConsolePaletteDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('console');
  const input = useRef<HTMLInputElement>(null);
  return (
    <PaletteFrame title={t('palette.label')} input={input} open={open} onClose={onClose}>
      <ConsolePaletteBody input={input} onClose={onClose} />
    </PaletteFrame>
  );
}

function ConsolePaletteBody({
  input,
  onClose,
}: {
  input: RefObject<HTMLInputElement | null>;
  onClose(): void;
}) {
  const { t } = useTranslation(['console', 'search', 'common']);
  const [typed, setTyped] = useState(takeEarlyLetters);
  const { groups, state } = useEntries(typed.trim());
  const status = {
    asking: t('search:searching'),
    failed: t('search:failed'),
    done: groups.length === 0 ? t('search:nothing', { q: typed.trim() }) : '',
  }[state];
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      filteredItems={groups}
      itemToStringValue={({ name }: PaletteEntry) => name}
      value={typed}
      onValueChange={(value, { reason }) => {
        // A chosen entry leaves the dialog: its name is no search.
        if (reason !== 'item-press') setTyped(value);
      }}
    >
      <div className="flex items-center gap-2 border-line border-b pl-4">
        <span aria-hidden="true" className="text-soft">
          <SearchIcon />
        </span>
        <Autocomplete.Input
          ref={input}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-soft"
          aria-label={t('palette.label')}
          placeholder={t('palette.placeholder')}
          maxLength={SEARCH_MAX}
          enterKeyHint="go"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Dialog.Close
          className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-ink sm:mr-1"
          aria-label={t('common:close')}
        >
          <CloseIcon />
        </Dialog.Close>
      </div>
      {/* Only heard while the server is asked: entries that move when a line comes and goes are missed by a click. */}
      <p
        role="status"
        className={state === 'asking' ? 'sr-only' : 'wrap-anywhere px-5 pt-3 text-soft text-sm empty:sr-only'}
      >
        {status}
      </p>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.id} items={group.items} className="pb-2">
            <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 font-medium text-soft text-xs">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <Autocomplete.Item
                  key={entry.id}
                  value={entry}
                  className="flex min-h-11 cursor-pointer items-baseline gap-x-3 rounded-lg px-3 py-2 data-highlighted:bg-tint"
                  onClick={() => {
                    onClose();
                    entry.run();
                  }}
                >
                  <span className="min-w-0 truncate">{entry.name}</span>
                  {entry.about ? (
                    <span className="min-w-0 shrink-9999 truncate text-soft text-sm">{entry.about}</span>
                  ) : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p
        aria-hidden="true"
        className="hidden border-line border-t px-4 py-2 text-soft text-xs pointer-fine:block"
      >
        {t('search:keys')}
      </p>
    </Autocomplete.Root>
  );
}

/** What can be chosen for what is typed: companies and people are the server's, everything else is known. */
function useEntries(q: string): { groups: PaletteGroup[]; state: 'asking' | 'failed' | 'done' } {
  const { t } = useTranslation(['console', 'search', 'categories']);
  const { language } = useRoot();
  const navigate = useNavigate();
  const may = useMay();
  const sections = useSections();
  const showJobs = useShowJobs();
  const inbox = useWaitingEntries();
  const asked = useSettled(q, PALETTE_ASKS_AFTER);
  const mayRead = may('companies.read');
  const options = { placeholderData: keepPreviousData };
  const companies = useCall(
    findCompanyRows,
    { query: { q: asked, language, limit: COMPANIES_SHOWN } },
    { ...options, enabled: asked !== '' && mayRead },
  );
  const users = useCall(
    findUsers,
    { query: { q: asked, limit: USERS_SHOWN } },
    { ...options, enabled: asked !== '' && may('users.read') },
  );
  const views = useCall(findViews, {}, { enabled: mayRead }).data ?? [];

  const terms = searchTerms(q);
  const begin = searchForm(q);
  const isWanted = ({ name }: PaletteEntry) => terms.every((term) => searchForm(name).includes(term));
  const goTo = (to: string) => () => void navigate(to);
  const entry = (id: string, name: string, to: string, about?: string): PaletteEntry => ({
    id,
    name,
    ...(about ? { about } : {}),
    run: goTo(to),
  });
  const editor = (id: string) => `${paths.admin('edit')}?${EDIT_PARAMETER}=${encodeURIComponent(id)}`;
  const aboutCompany = ({ category, show_on_site, founder }: AdminCompanyRow) =>
    [founder, t(`categories:${category}.name`), show_on_site ? '' : t('palette.hidden')]
      .filter(Boolean)
      .join(' · ');
  const actions: PaletteEntry[] = [
    ...CONSOLE_ACTIONS.filter(({ permission }) => may(permission)).map(({ to, text }) =>
      entry(text, t(`search:${text}`), to),
    ),
    ...(mayRead
      ? [entry('duplicates', t('palette.duplicates'), `${paths.admin('edit')}?show=duplicates`)]
      : []),
    ...(may('jobs.read') ? [{ id: 'jobs', name: t('palette.jobs'), run: () => showJobs() }] : []),
    entry('site', t('palette.site'), paths.home()),
  ];
  const groups: PaletteGroup[] = [
    {
      id: 'companies',
      label: t('search:companies'),
      items:
        q === ''
          ? []
          : (companies.data ?? []).map((row) => entry(row.id, row.name, editor(row.id), aboutCompany(row))),
    },
    {
      id: 'users',
      label: t('palette.users'),
      items:
        q === ''
          ? []
          : (users.data ?? []).map(({ id, email, nickname }) =>
              entry(
                id,
                nickname || email,
                `${paths.admin('users')}?user=${encodeURIComponent(id)}`,
                nickname ? email : '',
              ),
            ),
    },
    {
      id: 'waiting',
      label: t('waiting.title'),
      items: inbox.map(({ kind, text, to }) => entry(kind, text, to)).filter(isWanted),
    },
    {
      id: 'views',
      label: t('palette.views'),
      items: views
        .map(({ id, name, query }) => entry(id, name, `${paths.admin('edit')}?${query}`))
        .filter(isWanted),
    },
    {
      id: 'sections',
      label: t('palette.sections'),
      items: sections.map(({ id }) => entry(id, t(`sections.${id}.name`), paths.admin(id))).filter(isWanted),
    },
    {
      id: 'actions',
      label: t('search:actions'),
      items: [
        ...actions.filter(isWanted),
        ...(q !== '' && mayRead
          ? [entry('search', t('palette.search', { q }), `${paths.admin('edit')}?q=${encodeURIComponent(q)}`)]
          : []),
      ],
    },
  ];
  const isNamed = ({ items }: PaletteGroup) => items.some(({ name }) => searchForm(name).startsWith(begin));
  const isAsking = q !== asked || companies.isFetching || users.isFetching;
  return {
    // A section that is called so stands before companies that only mention the word.
    groups: groups
      .filter(({ items }) => items.length > 0)
      .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one))),
    state: q === '' ? 'done' : companies.isError || users.isError ? 'failed' : isAsking ? 'asking' : 'done',
  };
}
