import { type ReactNode, useId } from 'react';
import { type Language, offeredLanguages } from '../../../core/languages.ts';
import type { ChangedSentences } from '../../../core/translations/calls.ts';
import { namedText } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime, languageList, languageName } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useMay } from '../shared/may.ts';
import { OpenLink } from '../shared/opened.tsx';
import { NotLoaded } from '../shared/section.tsx';
import type { Translatable } from './generate-dialog.tsx';
import { TRANSLATION_PARAMETER } from './translation-dialog.tsx';
import type { Tasks } from './use-tasks.ts';

interface ListProps {
  tasks: Tasks;
  /** Whether a search left entries out. */
  isFiltered: boolean;
}

/** The companies that lack a language. */
export function IncompleteList({
  tasks,
  isFiltered,
  action,
  onGenerate,
}: ListProps & {
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
      tasks={tasks}
      entries={tasks.incomplete}
      row={(entry) => {
        const name = entry.english_name[0] ?? entry.company_id;
        const existing = entry.available_languages;
        const missing = offeredLanguages().filter((language) => !existing.includes(language));
        const behind = tasks.pending.find(({ company_id }) => company_id === entry.company_id);
        return (
          <StatusRow
            name={name}
            facts={
              <>
                <ul aria-label={t('languages')} className="flex flex-wrap gap-1.5 text-xs">
                  {offeredLanguages().map((language) => (
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
  tasks,
  isFiltered,
  onGenerate,
}: ListProps & { onGenerate(company: Translatable): void }) {
  const { t } = useTranslation('translations');
  const { language: shown } = useRoot();
  return (
    <List
      title={t('pending')}
      text={t('pendingText')}
      none={t(isFiltered ? 'noMatch' : 'noPending')}
      tasks={tasks}
      entries={tasks.pending}
      row={({ company_id, name, modified_language: ahead, last_modified, languages, changed }) => (
        <StatusRow
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
                    existing: tasks.incomplete.find((entry) => entry.company_id === company_id)
                      ?.available_languages ?? [...offeredLanguages()],
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

/** Machine translations that wait for review. */
export function UnreviewedList({ tasks, isFiltered }: ListProps) {
  const { t } = useTranslation('translations');
  const { language: shown } = useRoot();
  return (
    <List
      title={t('unreviewed')}
      text={t('unreviewedText')}
      none={t(isFiltered ? 'noMatch' : 'noUnreviewed')}
      tasks={tasks}
      entries={tasks.unreviewed}
      row={({ company_id, name, languages }) => (
        <StatusRow
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
  tasks: { query, total },
  entries,
  row,
}: {
  title: string;
  text: string;
  /** Said where the list is empty. */
  none: string;
  action?: ReactNode;
  tasks: Tasks;
  entries: readonly Entry[];
  row(entry: Entry): ReactNode;
}) {
  const { t } = useTranslation('translations');
  const id = useId();
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
      {query.data === undefined ? (
        <div className="mt-4">
          <NotLoaded query={query} failed={t('loadFailed')} lines={3} />
        </div>
      ) : entries.length === 0 ? (
        <p className="mt-4 rounded-xl border border-line border-dashed px-6 py-8 text-center text-soft">
          {none}
        </p>
      ) : (
        <ul
          aria-busy={query.isPlaceholderData}
          className="mt-3 divide-y divide-line border-line border-y transition-opacity aria-busy:opacity-60 aria-busy:delay-200"
        >
          {entries.map((entry) => (
            <li key={entry.company_id} className="py-3">
              {row(entry)}
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more', { count: total - entries.length })}
          </Button>
          {query.isFetchNextPageError ? (
            <p role="alert" className="text-danger text-sm">
              {t('loadFailed')}
            </p>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function StatusRow({ name, facts, actions }: { name: string; facts: ReactNode; actions: ReactNode }) {
  const may = useMay();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="mb-1 font-medium font-sans text-base tracking-normal">{name}</h3>
        {facts}
      </div>
      {may('translations.write') ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
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

/** Sentences that were added and removed in the newer language. */
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
