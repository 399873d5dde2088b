import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isRole, may } from '../../core/admins/roles.ts';
import { CATEGORIES } from '../../core/categories.ts';
import type { Answers } from '../../core/search/calls.ts';
import { ADMIN_ROLE_KEY, ADMIN_TOKEN_KEY, callFromBrowser, storage } from '../api.ts';
import { SECTIONS, sectionPermission } from '../console/sections.ts';
import { WithTexts } from '../i18n/feature-texts.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { inLanguage, paths } from '../paths.ts';
import { searchAll } from '../public-calls.ts';
import { useRoot } from '../root-data.ts';
import { BACKDROP, VIEWPORT } from '../ui/dialog.tsx';
import { CloseIcon, SearchIcon } from '../ui/icons.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { Marked } from './marked.tsx';
import { forgetSearches, recentSearches, rememberSearch } from './recent.ts';

/** Time without typing after which is asked, in milliseconds. */
const TYPING_PAUSE = 60;
const SEARCH_MAX = 200;

/** Something that one can go to. */
interface Choice {
  to: string;
  name: ReactNode;
  /** For what reads aloud and for the field. */
  text: string;
  about?: ReactNode;
  /** Puts words into the field instead of going somewhere. */
  types?: string;
}
interface Group {
  id: string;
  label: string;
  items: Choice[];
}

/** Answers that are known, so that going back a letter shows them at once. */
const known = new Map<string, Answers>();
const KNOWN_MAX = 50;

function useAnswers(q: string): { answers: Answers | null; state: 'idle' | 'asking' | 'failed' } {
  const { language } = useRoot();
  const [answers, setAnswers] = useState<Answers | null>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const key = `${language} ${q}`;
  useEffect(() => {
    if (q === '') {
      setAnswers(null);
      setState('idle');
      return;
    }
    const kept = known.get(key);
    if (kept) {
      setAnswers(kept);
      setState('idle');
      return;
    }
    let isCurrent = true;
    setState('asking');
    const timer = setTimeout(() => {
      callFromBrowser(searchAll, { query: { q, language } }).then(
        (answer) => {
          known.set(key, answer);
          if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string);
          if (!isCurrent) return;
          setAnswers(answer);
          setState('idle');
        },
        () => {
          if (isCurrent) setState('failed');
        },
      );
    }, TYPING_PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, key, language]);
  return { answers, state };
}

/** The sections of the console that whoever is signed in there may open. */
function useSections(): { to: string; id: (typeof SECTIONS)[number]['id'] }[] {
  const role = storage.get(ADMIN_ROLE_KEY);
  if (storage.get(ADMIN_TOKEN_KEY) === null || !isRole(role)) return [];
  return SECTIONS.filter(({ id }) => may(role, sectionPermission(id))).map(({ id }) => ({
    id,
    to: paths.admin(id),
  }));
}

/** A dialog in which one types a few letters and goes to what they mean. */
export function Palette({ open, onClose }: { open: boolean; onClose(): void }) {
  const isAdmin = storage.get(ADMIN_TOKEN_KEY) !== null;
  return (
    <Suspense>
      <WithTexts features={isAdmin ? ['search', 'console'] : ['search']}>
        <PaletteDialog open={open} onClose={onClose} />
      </WithTexts>
    </Suspense>
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

function Search({ input, onClose }: { input: React.RefObject<HTMLInputElement | null>; onClose(): void }) {
  const { t } = useTranslation(['search', 'common']);
  const { language } = useRoot();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState(recentSearches);
  const q = typed.trim().slice(0, SEARCH_MAX);
  const { answers, state } = useAnswers(q);
  const groups = useGroups(q, answers, recent);
  const all = inLanguage(`${paths.category('all')}?q=${encodeURIComponent(q)}`, language);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  function choose(choice: Choice) {
    if (choice.types !== undefined) {
      setTyped(choice.types);
      input.current?.focus();
      return;
    }
    if (q) rememberSearch(q);
    onClose();
    void navigate(choice.to);
  }

  return (
    <Autocomplete.Root
      items={groups}
      filter={null}
      inline
      open
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(choice: Choice) => choice.text}
      value={typed}
      onValueChange={(value, { reason }) => {
        // What is chosen is gone to; the field keeps what was typed.
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
          aria-label={t('common:searchDirectory')}
          placeholder={t('placeholder')}
          maxLength={SEARCH_MAX}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={(event) => {
            // With nothing to choose, Enter leads to the list.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && q && count === 0) {
              rememberSearch(q);
              onClose();
              void navigate(all);
            }
          }}
        />
        <Base.Close
          className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-ink sm:mr-1"
          aria-label={t('common:close')}
        >
          <CloseIcon />
        </Base.Close>
      </div>
      <Autocomplete.Status className="sr-only">
        {q === ''
          ? ''
          : state === 'asking'
            ? t('searching')
            : state === 'failed'
              ? t('failed')
              : t('found', { count: answers?.total ?? 0 })}
      </Autocomplete.Status>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {state === 'failed' ? <p className="px-3 py-4 text-sm text-soft">{t('failed')}</p> : null}
        {q !== '' && state === 'idle' && answers && answers.companies.length === 0 && !answers.suggestion ? (
          <p className="px-3 pt-3 pb-1 text-sm text-soft wrap-anywhere">{t('nothing', { q })}</p>
        ) : null}
        <Autocomplete.List className="outline-none">
          {(group: Group) => (
            <Autocomplete.Group key={group.id} items={group.items} className="pb-2">
              <div className="flex items-center justify-between">
                <Autocomplete.GroupLabel className="px-3 py-1.5 text-soft text-xs">
                  {group.label}
                </Autocomplete.GroupLabel>
                {group.id === 'recent' ? (
                  <button
                    type="button"
                    className="link px-3 py-1.5 text-soft text-xs"
                    onClick={() => {
                      forgetSearches();
                      setRecent([]);
                      input.current?.focus();
                    }}
                  >
                    {t('forget')}
                  </button>
                ) : null}
              </div>
              <Autocomplete.Collection>
                {(choice: Choice) => (
                  <Autocomplete.Item
                    key={`${choice.to}${choice.types ?? ''}`}
                    value={choice}
                    className="block min-h-11 cursor-pointer rounded-lg px-3 py-2 text-sm data-highlighted:bg-tint"
                    onClick={() => choose(choice)}
                  >
                    <span className="block wrap-anywhere font-medium">{choice.name}</span>
                    {choice.about ? (
                      <span className="block wrap-anywhere text-soft text-xs/5">{choice.about}</span>
                    ) : null}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
      <p
        aria-hidden="true"
        className="hidden border-line border-t px-4 py-2 text-soft text-xs pointer-fine:block"
      >
        {t('keys')}
      </p>
    </Autocomplete.Root>
  );
}

/** Whether a name begins with what was typed, in any of its words. */
function begins(name: string, q: string): boolean {
  const form = name.toLowerCase();
  const wanted = q.toLowerCase();
  return form.startsWith(wanted) || form.includes(` ${wanted}`);
}

function useGroups(q: string, answers: Answers | null, recent: readonly string[]): Group[] {
  const { t } = useTranslation(['search', 'common', 'categories', 'console']);
  const { language } = useRoot();
  const here = (path: string) => inLanguage(path, language);
  const plain = (path: string, name: string): Choice => ({ to: here(path), name, text: name });
  const sections = useSections().map(({ to, id }): Choice => {
    const name = t(`console:sections.${id}.name`);
    return { to, name, text: name };
  });
  const pages = [
    plain(paths.home(), t('common:home')),
    ...CATEGORIES.map((id) => plain(paths.category(id), t(`categories:${id}.name`))),
    plain(paths.explore(), t('explorePage')),
    plain(paths.compare(), t('comparePage')),
    plain(paths.surprise(), t('surprise')),
  ];
  const isWanted = ({ text }: Choice) => q === '' || begins(text, q);
  const found = q === '' ? null : answers;
  const groups: Group[] = [
    {
      id: 'recent',
      label: t('recent'),
      items:
        q === ''
          ? recent.map((words): Choice => ({ to: words, name: words, text: words, types: words }))
          : [],
    },
    {
      id: 'companies',
      label: t('companies'),
      items: (found?.companies ?? []).map(({ id, name, category, match }) => ({
        to: here(paths.company(id)),
        name: match?.field === 'name' ? <Marked {...match} /> : name,
        text: name,
        about: match && match.field !== 'name' ? <Marked {...match} /> : t(`categories:${category}.name`),
      })),
    },
    {
      id: 'suggestion',
      label: t('didYouMean'),
      items: found?.suggestion
        ? [{ to: found.suggestion, name: found.suggestion, text: found.suggestion, types: found.suggestion }]
        : [],
    },
    {
      id: 'founders',
      label: t('founders'),
      items: (found?.founders ?? []).map(({ id, name }) => plain(paths.founder(id), name)),
    },
    {
      id: 'topics',
      label: t('topics'),
      items: found
        ? [
            ...found.categories.map(({ value, name }) => plain(paths.category(value), name)),
            ...found.kinds.map(({ value, name }) => plain(paths.kind(value), name)),
            ...found.countries.map(({ value, name }) => plain(paths.country(value), name)),
            ...found.tags.map(({ value, name }) => plain(paths.tag(value), `#${name}`)),
          ]
        : [],
    },
    {
      id: 'pages',
      label: t('pages'),
      items: pages.filter(
        (page) =>
          isWanted(page) && !found?.categories.some(({ value }) => page.to === here(paths.category(value))),
      ),
    },
    { id: 'sections', label: t('sections'), items: sections.filter(isWanted) },
  ];
  const more = found && found.total > found.companies.length;
  if (found && (more || found.total > 0))
    groups.push({
      id: 'all',
      label: t('list'),
      items: [
        {
          ...plain(
            `${paths.category('all')}?q=${encodeURIComponent(q)}`,
            t('showAll', { count: found.total }),
          ),
        },
      ],
    });
  return groups.filter(({ items }) => items.length > 0);
}
