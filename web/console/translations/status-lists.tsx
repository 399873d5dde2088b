import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { chunksOf } from '../../../core/chunks.ts';
import { type Language, offeredLanguages } from '../../../core/languages.ts';
import { type ChangedSentences, REVIEWED_MAX, reviewTranslations } from '../../../core/translations/calls.ts';
import { namedText } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime, languageList, languageName } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { refreshRows } from '../shared/company-rows.ts';
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
    <TaskList
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

/** Pending texts, with the changes of the language that they have to follow. */
export function PendingList({
  tasks,
  isFiltered,
  onGenerate,
}: ListProps & { onGenerate(company: Translatable): void }) {
  const { t } = useTranslation('translations');
  const { language: shown } = useRoot();
  return (
    <TaskList
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

/** Machine translations that wait for review, those of the most read companies first: approved one after the other, or many at once. */
export function UnreviewedList({ tasks, isFiltered }: ListProps) {
  const { t } = useTranslation('translations');
  const { language: shown } = useRoot();
  const mayWrite = useMay()('translations.write');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const entries = tasks.unreviewed;
  const chosen = entries
    .filter(({ company_id }) => selected.has(company_id))
    .map(({ company_id }) => company_id);
  const [first] = entries;
  return (
    <TaskList
      title={t('unreviewed')}
      text={t('unreviewedText')}
      none={t(isFiltered ? 'noMatch' : 'noUnreviewed')}
      action={
        mayWrite && first ? (
          <div className="flex flex-wrap gap-2">
            <EditLink
              id={first.company_id}
              to={first.languages[0]}
              label={t('reviewAll')}
              name={first.name}
            />
            <Button
              aria-pressed={chosen.length === entries.length}
              onClick={() =>
                setSelected(
                  new Set(chosen.length < entries.length ? entries.map(({ company_id }) => company_id) : []),
                )
              }
            >
              {t(chosen.length < entries.length ? 'selectAll' : 'selectNone')}
            </Button>
            <ApproveMany companyIds={chosen} onDone={() => setSelected(new Set())} />
          </div>
        ) : null
      }
      tasks={tasks}
      entries={entries}
      row={({ company_id, name, languages }) => (
        <StatusRow
          name={name}
          lead={
            mayWrite ? (
              <input
                type="checkbox"
                className="mt-0.5 size-5 shrink-0 accent-accent"
                aria-label={t('select', { name })}
                checked={selected.has(company_id)}
                onChange={(event) => {
                  const next = new Set(selected);
                  if (event.currentTarget.checked) next.add(company_id);
                  else next.delete(company_id);
                  setSelected(next);
                }}
              />
            ) : null
          }
          facts={<p className="text-soft text-sm">{languageList(languages, shown)}</p>}
          actions={<EditLink id={company_id} to={languages[0]} label={t('review')} name={name} />}
        />
      )}
    />
  );
}

/** Approves all machine translations of companies, after a question. */
function ApproveMany({ companyIds, onDone }: { companyIds: readonly string[]; onDone(): void }) {
  const { t } = useTranslation(['translations', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const approve = useMutation({
    mutationFn: async () => {
      let reviewed = 0;
      for (const some of chunksOf(companyIds, REVIEWED_MAX))
        reviewed += (await callFromBrowser(reviewTranslations, { body: { companyIds: some } })).reviewed;
      return reviewed;
    },
    onSuccess: (count) => {
      setOpen(false);
      onDone();
      toast({ type: 'success', title: t('translations:approved', { count }) });
    },
    onSettled: () => void refreshRows(client),
  });
  return (
    <>
      <Button
        look="primary"
        disabled={companyIds.length === 0}
        onClick={() => {
          approve.reset();
          setOpen(true);
        }}
      >
        {t('translations:approve', { count: companyIds.length })}
      </Button>
      <Confirm
        open={open}
        type={approve.error ? 'danger' : 'info'}
        title={t('translations:approveTitle')}
        message={
          approve.error ? (
            <p role="alert">{problemText(t, approve.error, t('translations:reviewFailed'))}</p>
          ) : (
            t('translations:approveText', { count: companyIds.length })
          )
        }
        confirmLabel={t('translations:approveConfirm')}
        cancelLabel={t('common:close')}
        loading={approve.isPending}
        onConfirm={() => approve.mutate()}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}

function TaskList<Entry extends { company_id: string }>({
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

function StatusRow({
  name,
  lead,
  facts,
  actions,
}: {
  name: string;
  /** Before the name: a box to select it. */
  lead?: ReactNode;
  facts: ReactNode;
  actions: ReactNode;
}) {
  const may = useMay();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        {lead}
        <div className="min-w-0 flex-1">
          <h3 className="mb-1 font-medium font-sans text-base tracking-normal">{name}</h3>
          {facts}
        </div>
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
