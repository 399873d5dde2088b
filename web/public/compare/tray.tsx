import { useEffect, useRef, useState } from 'react';
import { COMPARED_MAX } from '../../../core/companies/comparison.ts';
import type { Language } from '../../../core/languages.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { type ChosenCompany, choose, useChosen, useRefused } from './chosen.ts';

/** What was cleared can be had back for this long, in milliseconds. */
const TRAY_UNDO_TIME = 8000;

export function Tray() {
  return (
    <WithTexts features={['compare']}>
      <TrayContent />
    </WithTexts>
  );
}

/**
 * It stands in the page's own flow and sticks to the foot of the window: at the end of the page it
 * covers nothing.
 */
function TrayContent() {
  const { t } = useTranslation(['compare', 'companies']);
  const { language } = useRoot();
  const chosen = useChosen();
  const isRefused = useRefused();
  const [cleared, setCleared] = useState<readonly ChosenCompany[]>([]);
  const said = useChange(chosen);
  const undo = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const show = useRef<HTMLAnchorElement>(null);
  const nameOf = useNames(chosen, language);

  const isCleared = cleared.length > 0 && chosen.length === 0;
  useEffect(() => {
    if (!isCleared) return;
    undo.current?.focus();
    const timer = setTimeout(() => setCleared([]), TRAY_UNDO_TIME);
    return () => clearTimeout(timer);
  }, [isCleared]);

  function clear() {
    setCleared(chosen);
    choose([]);
  }

  function remove(place: number) {
    const rest = chosen.filter((_, i) => i !== place);
    if (rest.length === 0) setCleared(chosen);
    choose(rest);
    // The next one takes its place, and the focus.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? [];
      (buttons[Math.min(place, buttons.length - 1)] ?? show.current)?.focus();
    });
  }

  return (
    <>
      <p role="status" className="sr-only">
        {isCleared ? t('cleared') : said}
      </p>
      {chosen.length === 0 && !isCleared ? null : (
        <section
          aria-label={t('tray')}
          className="sticky bottom-0 z-20 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] shadow-[0_-6px_20px_rgb(0_0_0/0.08)] print:hidden"
        >
          <div className="shell flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            {isCleared ? (
              <>
                <p className="min-w-0 flex-1 text-sm">{t('cleared')}</p>
                <button
                  ref={undo}
                  type="button"
                  className="button"
                  onClick={() => {
                    choose(cleared);
                    setCleared([]);
                    requestAnimationFrame(() => show.current?.focus());
                  }}
                >
                  {t('undo')}
                </button>
              </>
            ) : (
              <>
                <ul
                  ref={list}
                  className="flex min-w-0 flex-1 basis-72 gap-2 overflow-x-auto p-0.5 max-sm:basis-full"
                >
                  {chosen.map((company, i) => (
                    <li
                      key={company.id}
                      className="flex max-w-48 shrink-0 items-center rounded-lg border border-line pl-3"
                    >
                      <PageLink
                        to={paths.company(company.id)}
                        className="flex min-h-11 min-w-0 items-center text-sm"
                      >
                        <span className="truncate">{nameOf(company)}</span>
                      </PageLink>
                      <button
                        type="button"
                        className="flex size-11 shrink-0 items-center justify-center text-soft hover:text-ink"
                        aria-label={t('remove', { name: nameOf(company) })}
                        onClick={() => remove(i)}
                      >
                        <CloseIcon />
                      </button>
                    </li>
                  ))}
                </ul>
                {isRefused ? (
                  <p role="alert" className="min-w-0 text-danger text-sm max-sm:flex-1">
                    {t('companies:compareFull', { max: COMPARED_MAX })}
                  </p>
                ) : (
                  <p className="min-w-0 text-soft text-sm max-sm:flex-1">
                    {chosen.length === 1
                      ? t('oneMore')
                      : t('companies:compareChosen', { count: chosen.length, max: COMPARED_MAX })}
                  </p>
                )}
                <button type="button" className="button" onClick={clear}>
                  {t('clear')}
                </button>
                <PageLink
                  ref={show}
                  to={paths.compare(chosen.map(({ id }) => id))}
                  rel="nofollow"
                  className="button button-primary"
                >
                  {t('show')}
                </PageLink>
              </>
            )}
          </div>
        </section>
      )}
    </>
  );
}

/** Announcement of the last change: the added or the removed company. */
function useChange(chosen: readonly ChosenCompany[]): string {
  const { t } = useTranslation('compare');
  // Whoever made it appear was chosen just now; after a reload nothing has changed.
  const [before, setBefore] = useState(chosen);
  const [announcement, setAnnouncement] = useState('');
  if (before !== chosen) {
    const has = (list: readonly ChosenCompany[], { id }: ChosenCompany) => list.some((one) => one.id === id);
    const added = chosen.find((one) => !has(before, one));
    const removed = before.find((one) => !has(chosen, one));
    setBefore(chosen);
    if (added) setAnnouncement(t('added', { name: added.name }));
    else if (removed) setAnnouncement(t('removed', { name: removed.name }));
  }
  return announcement;
}

/** The names that were asked for, by language and id: the same for every tray. */
const asked = new Map<string, Promise<string | undefined>>();

function companyName(language: Language, id: string): Promise<string | undefined> {
  const key = `${language} ${id}`;
  const known = asked.get(key);
  if (known) return known;
  const name = fetch(`/api/companies/${encodeURIComponent(id)}?language=${language}`)
    .then(async (response) => (response.ok ? ((await response.json()) as { name: string }).name : undefined))
    .catch(() => {
      asked.delete(key);
      return undefined;
    });
  asked.set(key, name);
  return name;
}

/**
 * Names are shown in the language of the page, whatever it was when they were chosen. They are not
 * kept: another tab may be in another language.
 */
function useNames(chosen: readonly ChosenCompany[], language: Language): (company: ChosenCompany) => string {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isLeft = false;
    for (const { id } of chosen.filter((one) => one.language !== language))
      void companyName(language, id).then((name) => {
        if (name !== undefined && !isLeft)
          setNames((before) => new Map(before).set(`${language} ${id}`, name));
      });
    return () => {
      isLeft = true;
    };
  }, [chosen, language]);
  return ({ id, name }) => names.get(`${language} ${id}`) ?? name;
}
