import { Dialog as Base } from '@base-ui/react/dialog';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
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

/** Time without an answer after which is shown what needs none, and that one is waited for, in milliseconds. */
const SLOW = 150;
const SEARCH_MAX = 200;

/** Something that one can go to. */
interface Choice {
  to: string;
  name: ReactNode;
  /** The name in letters alone. */
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

/** What is shown: what was found for what was typed. */
interface Shown {
  q: string;
  /** Null where nothing was searched for, or the search cannot be reached; while it is asked, those of before. */
  answers: Answers | null;
  state: 'there' | 'asking' | 'failed';
}
const NOTHING: Shown = { q: '', answers: null, state: 'there' };

/**
 * Asks at the first letter, one question at a time: the letters that are typed meanwhile are asked for
 * together. Nothing is drawn while one types; a phone's processor is busy enough with the letters.
 */
function useAnswers(): { shown: Shown; ask(q: string): void } {
  const { language } = useRoot();
  const [shown, setShown] = useState(NOTHING);
  const wanted = useRef('');
  const isAsking = useRef(false);
  useEffect(
    () => () => {
      wanted.current = '';
    },
    [],
  );
  function ask(q: string) {
    wanted.current = q;
    const kept = known.get(`${language} ${q}`);
    if (q === '' || kept) setShown({ q, answers: kept ?? null, state: 'there' });
    else if (!isAsking.current) void send(q);
  }
  async function send(q: string) {
    isAsking.current = true;
    const slow = setTimeout(
      () => setShown(({ answers }) => ({ q: wanted.current, answers, state: 'asking' })),
      SLOW,
    );
    const answers = await callFromBrowser(searchAll, { query: { q, language } }).catch(() => null);
    clearTimeout(slow);
    isAsking.current = false;
    if (answers) known.set(`${language} ${q}`, answers);
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string);
    if (wanted.current !== q) ask(wanted.current);
    else setShown({ q, answers, state: answers ? 'there' : 'failed' });
  }
  return { shown, ask };
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
  const [recent, setRecent] = useState(recentSearches);
  const { shown, ask } = useAnswers();
  const { q, answers, state } = shown;
  const groups = useGroups(q, answers, recent);
  const choices = groups.flatMap(({ items }) => items);
  const [active, setActive] = useState(0);
  const id = useId();
  const idOf = (at: number) => `${id}${at}`;
  const typed = () => (input.current?.value ?? '').trim().slice(0, SEARCH_MAX);

  // Who presses Enter before the answer is there means the first of what it brings.
  const isWaited = useRef(false);
  const isAnswered = () => q === typed() && state !== 'asking';
  useEffect(() => {
    if (isWaited.current && isAnswered()) choose(choices[0]);
  });

  function search() {
    isWaited.current = false;
    setActive(0);
    ask(typed());
  }

  function choose(choice: Choice | undefined) {
    const words = typed();
    if (choice?.types !== undefined) {
      if (input.current) input.current.value = choice.types;
      input.current?.focus();
      search();
      return;
    }
    isWaited.current = false;
    // With nothing to choose, Enter leads to the list.
    if (!choice && !words) return;
    if (words) rememberSearch(words);
    onClose();
    const list = `${paths.category('all')}?q=${encodeURIComponent(words)}`;
    void navigate(choice ? choice.to : inLanguage(list, language));
  }

  function go(to: number) {
    const at = (to + choices.length) % choices.length;
    setActive(at);
    document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    // What an input method takes is not ours.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !isAnswered()) isWaited.current = true;
    else if (event.key === 'Enter') choose(choices[active]);
    else if (choices.length > 0 && event.key === 'ArrowDown') go(active + 1);
    else if (choices.length > 0 && event.key === 'ArrowUp') go(active - 1);
    else return;
    event.preventDefault();
  }

  let at = 0;
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
          aria-activedescendant={choices.length > 0 ? idOf(active) : undefined}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-soft"
          aria-label={t('common:searchDirectory')}
          placeholder={t('placeholder')}
          maxLength={SEARCH_MAX}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onInput={search}
          onKeyDown={onKeyDown}
        />
        <Base.Close
          className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-ink sm:mr-1"
          aria-label={t('common:close')}
        >
          <CloseIcon />
        </Base.Close>
      </div>
      <p role="status" className="sr-only">
        {state === 'asking'
          ? t('searching')
          : state === 'failed'
            ? t('failed')
            : q === ''
              ? ''
              : t('found', { count: answers?.total ?? 0 })}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {state === 'failed' ? <p className="px-3 py-4 text-sm text-soft">{t('failed')}</p> : null}
        {q !== '' && state === 'there' && answers && answers.companies.length === 0 && !answers.suggestion ? (
          <p className="px-3 pt-3 pb-1 text-sm text-soft wrap-anywhere">{t('nothing', { q })}</p>
        ) : null}
        {groups[0]?.id === 'recent' ? (
          <div className="flex justify-end">
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
          </div>
        ) : null}
        <div id={id} role="listbox" aria-label={t('common:searchDirectory')}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={group.id} role="group" aria-labelledby={`${id}${group.id}`} className="pb-2">
              <div id={`${id}${group.id}`} className="px-3 py-1.5 text-soft text-xs">
                {group.label}
              </div>
              {group.items.map((choice) => {
                const own = at++;
                return (
                  <Option
                    key={`${choice.to}${choice.types ?? ''}`}
                    id={idOf(own)}
                    isActive={own === active}
                    name={choice.name}
                    about={choice.about}
                    onPoint={() => setActive(own)}
                    onChoose={() => choose(choice)}
                  />
                );
              })}
            </div>
          ))}
        </div>
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

function Option({
  id,
  isActive,
  name,
  about,
  onPoint,
  onChoose,
}: Pick<Choice, 'name' | 'about'> & { id: string; isActive: boolean; onPoint(): void; onChoose(): void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="block min-h-11 cursor-pointer rounded-lg px-3 py-2 text-sm aria-selected:bg-tint"
      // The field keeps the focus, and with it what reads aloud.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <span className="block wrap-anywhere font-medium">{name}</span>
      {about ? <span className="block wrap-anywhere text-soft text-xs/5">{about}</span> : null}
    </div>
  );
}

/** Whether a name begins with what was typed, in any of its words. */
function begins(name: string, q: string): boolean {
  const form = name.toLowerCase();
  const wanted = q.toLowerCase();
  return form.startsWith(wanted) || form.includes(` ${wanted}`);
}

/** The pages that every reader may want. */
function usePages(): Choice[] {
  const { t } = useTranslation(['search', 'common', 'categories']);
  const { language } = useRoot();
  return useMemo(
    () =>
      [
        [paths.home(), t('common:home')] as const,
        ...CATEGORIES.map((id) => [paths.category(id), t(`categories:${id}.name`)] as const),
        [paths.explore(), t('explorePage')] as const,
        [paths.compare(), t('comparePage')] as const,
        [paths.surprise(), t('surprise')] as const,
      ].map(([path, name]) => ({ to: inLanguage(path, language), name, text: name })),
    [language, t],
  );
}

function useGroups(q: string, answers: Answers | null, recent: readonly string[]): Group[] {
  const { t } = useTranslation(['search', 'common', 'categories', 'console']);
  const { language } = useRoot();
  const here = (path: string) => inLanguage(path, language);
  const plain = (path: string, name: string): Choice => ({ to: here(path), name, text: name });
  const pages = usePages();
  const sections = useSections().map(({ to, id }): Choice => {
    const name = t(`console:sections.${id}.name`);
    return { to, name, text: name };
  });
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
