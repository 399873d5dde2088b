import { type ReactNode, useId, useState } from 'react';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import type { ChangedSentences, TranslationStatus } from '../../core/translations/calls.ts';
import { OpenLink } from '../console/opened.tsx';
import { namedText } from '../i18n/translate.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatDateTime, languageList, languageName } from '../ui/format.ts';
import type { Translatable } from './generate-dialog.tsx';
import { TRANSLATION_PARAMETER } from './translation-dialog.tsx';

type Incomplete = TranslationStatus['incompleteTranslations'][number];
type Pending = TranslationStatus['pendingUpdates'][number];
type Unreviewed = TranslationStatus['unreviewedTranslations'][number];

/** Rows of a list that come into sight at a time. */
const STEP = 20;

interface ListProps<Entry> {
  entries: readonly Entry[];
  /** Whether a search left entries out. */
  isFiltered: boolean;
}

/** The companies that lack a language. */
export function IncompleteList({
  entries,
  isFiltered,
  pending,
  action,
  onGenerate,
}: ListProps<Incomplete> & {
  pending: readonly Pending[];
  action: ReactNode;
  onGenerate(company: Translatable): void;
}) {
  const { t } = useTranslation('translations');
  const { language: shown } = useRoot();
  return (
    <List
      title={t('incomplete')}
      text={t('incompleteText')}
      none={t(isFiltered ? 'noMatch' : 'noIncomplete')}
      action={action}
      entries={entries}
      row={(entry) => {
        const name = entry.english_name[0] ?? entry.company_id;
        const existing = entry.available_languages;
        const missing = LANGUAGES.filter((language) => !existing.includes(language));
        const behind = pending.find(({ company_id }) => company_id === entry.company_id);
        return (
          <Row
            name={name}
            facts={
              <>
                <ul aria-label={t('languages')} className="flex flex-wrap gap-1.5 text-xs">
                  {LANGUAGES.map((language) => (
                    <li key={language}>
                      <Badge tone={missing.includes(language) ? 'warning' : 'good'}>
                        {missing.includes(language)
                          ? t('lacks', { language: languageName(language, shown) })
                          : languageName(language, shown)}
                      </Badge>
                    </li>
                  ))}
                </ul>
                {entry.english_name.length > 1 ? (
                  <p className="text-soft text-sm">{entry.english_name.slice(1).join(' · ')}</p>
                ) : null}
              </>
            }
            actions={
              <>
                <EditLink id={entry.company_id} to={missing[0]} label={t('translate')} name={name} />
                <Button
                  aria-label={t('generateNamed', { name })}
                  onClick={() =>
                    onGenerate({
                      id: entry.company_id,
                      name,
                      existing,
                      behind: behind?.languages ?? [],
                      ahead: behind?.modified_language ?? null,
                    })
                  }
                >
                  {t('generate')}
                </Button>
              </>
            }
          />
        );
      }}
    />
  );
}

/** The texts that another language is ahead of, with what changed in it. */
export function PendingList({
  entries,
  isFiltered,
  incomplete,
  onGenerate,
}: ListProps<Pending> & {
  incomplete: readonly Incomplete[];
  onGenerate(company: Translatable): void;
}) {
  const { t } = useTranslation('translations');
  const { language: shown } = useRoot();
  return (
    <List
      title={t('pending')}
      text={t('pendingText')}
      none={t(isFiltered ? 'noMatch' : 'noPending')}
      entries={entries}
      row={({ company_id, name, modified_language: ahead, last_modified, languages, changed }) => (
        <Row
          name={name}
          facts={
            <>
              <p className="text-sm">
                <span className="text-soft">
                  {t('ahead', {
                    language: languageName(ahead, shown),
                    date: formatDateTime(last_modified, shown),
                  })}
                </span>{' '}
                <span className="text-warning">
                  {t('behind', { languages: languageList(languages, shown) })}
                </span>
              </p>
              {changed.length > 0 ? <ChangesOf changed={changed} language={ahead} /> : null}
            </>
          }
          actions={
            <>
              <EditLink id={company_id} to={languages[0]} label={t('translate')} name={name} />
              <Button
                aria-label={t('generateNamed', { name })}
                onClick={() =>
                  onGenerate({
                    id: company_id,
                    name,
                    existing: incomplete.find((entry) => entry.company_id === company_id)
                      ?.available_languages ?? [...LANGUAGES],
                    behind: languages,
                    ahead,
                  })
                }
              >
                {t('generate')}
              </Button>
            </>
          }
        />
      )}
    />
  );
}

/** The machine translations that nobody has looked over. */
export function UnreviewedList({ entries, isFiltered }: ListProps<Unreviewed>) {
  const { t } = useTranslation('translations');
  const { language: shown } = useRoot();
  return (
    <List
      title={t('unreviewed')}
      text={t('unreviewedText')}
      none={t(isFiltered ? 'noMatch' : 'noUnreviewed')}
      entries={entries}
      row={({ company_id, name, languages }) => (
        <Row
          name={name}
          facts={<p className="text-soft text-sm">{languageList(languages, shown)}</p>}
          actions={<EditLink id={company_id} to={languages[0]} label={t('review')} name={name} />}
        />
      )}
    />
  );
}

function List<Entry extends { company_id: string }>({
  title,
  text,
  none,
  action,
  entries,
  row,
}: {
  title: string;
  text: string;
  /** Said where the list is empty. */
  none: string;
  action?: ReactNode;
  entries: readonly Entry[];
  row(entry: Entry): ReactNode;
}) {
  const { t } = useTranslation('translations');
  const id = useId();
  const [shown, setShown] = useState(STEP);
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          <p className="mt-1 max-w-2xl text-soft text-sm">{text}</p>
        </div>
        {action}
      </div>
      {entries.length === 0 ? (
        <p className="mt-4 rounded-xl border border-line border-dashed px-6 py-8 text-center text-soft">
          {none}
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-line border-y">
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.company_id} className="py-3">
              {row(entry)}
            </li>
          ))}
        </ul>
      )}
      {entries.length > shown ? (
        <Button className="mt-4" onClick={() => setShown(shown + STEP)}>
          {t('more', { count: entries.length - shown })}
        </Button>
      ) : null}
    </section>
  );
}

function Row({ name, facts, actions }: { name: string; facts: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="mb-1 font-medium font-sans text-base tracking-normal">{name}</h3>
        {facts}
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  );
}

function EditLink({
  id,
  to,
  label,
  name,
}: {
  id: string;
  /** The language that the editor opens with. */
  to: Language | undefined;
  label: string;
  name: string;
}) {
  return (
    <OpenLink
      parameter={TRANSLATION_PARAMETER}
      id={id}
      state={{ to }}
      className="button"
      aria-label={`${label}: ${name}`}
    >
      {label}
    </OpenLink>
  );
}

/** The sentences that are new in the language that is ahead, and those that are gone from it. */
function ChangesOf({ changed, language }: { changed: readonly ChangedSentences[]; language: Language }) {
  const { t } = useTranslation(['translations', 'edit']);
  const count = changed.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 items-center text-accent text-sm">
        {t('changes', { count })}
      </summary>
      <dl className="space-y-3 border-line border-l-2 pl-4">
        {changed.map(({ field, removed, added }) => (
          <div key={field}>
            <dt className="text-soft text-sm">{namedText(t, 'edit:fields.', field)}</dt>
            {removed.map((sentence) => (
              <dd key={sentence} lang={language}>
                <del className="text-danger decoration-1">{sentence}</del>
              </dd>
            ))}
            {added.map((sentence) => (
              <dd key={sentence} lang={language}>
                <ins className="rounded bg-tint text-accent no-underline">{sentence}</ins>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
