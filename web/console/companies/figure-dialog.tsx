import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AdminCompany, readAdminCompany, updateCompany } from '../../../core/companies/admin-calls.ts';
import {
  type CompanyFigure,
  FIGURE_PARTS,
  figureSchema,
  withFigures,
} from '../../../core/companies/facts.ts';
import { SHARED, type SharedFields, SOURCES_MAX } from '../../../core/companies/fields.ts';
import { METRIC_TOPICS } from '../../../core/companies/figures.ts';
import { FOLLOWING, type Headline, latestFigure } from '../../../core/companies/headline.ts';
import { restoreVersion } from '../../../core/companies/history-calls.ts';
import type { Source } from '../../../core/companies/sources.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { type Cells, cellsOf, valuesOfDraft } from '../fields/field-draft.ts';
import { fieldProblem } from '../fields/field-value.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';
import { NotLoaded } from '../shared/section.tsx';
import { KnownSourcesContext } from './source-picker.tsx';
import { RecordField } from './table-field.tsx';

/** Headline figure to change, with the company of its table row. */
export interface ChangedFigure {
  company: { id: string; name: string };
  headline: Headline;
}

/** Changes a number of a row as a figure with year, basis and source. */
export function FigureDialog({ changed, onClose }: { changed: ChangedFigure | null; onClose(): void }) {
  const { t } = useTranslation('edit');
  // The closing animation still shows the previous content.
  const last = useRef(changed);
  if (changed) last.current = changed;
  return (
    <Dialog
      open={changed !== null}
      onClose={onClose}
      title={t('rowFigure.title', { name: last.current?.company.name ?? '' })}
      className="max-w-2xl"
    >
      {last.current ? (
        <LoadedForm
          key={`${last.current.company.id} ${last.current.headline}`}
          changed={last.current}
          onClose={onClose}
        />
      ) : null}
    </Dialog>
  );
}

function LoadedForm({
  changed: { company, headline },
  onClose,
}: {
  changed: ChangedFigure;
  onClose(): void;
}) {
  const { t } = useTranslation('edit');
  const loaded = useCall(
    readAdminCompany,
    { params: { id: company.id } },
    { refetchOnMount: 'always', gcTime: 0 },
  );
  if (!loaded.data || !loaded.isFetchedAfterMount)
    return <NotLoaded query={loaded} failed={t('rowFigure.loadFailed')} lines={3} />;
  return <FigureForm company={loaded.data} headline={headline} onClose={onClose} />;
}

/** The latest figure of a headline in the form's cells, else the start of a new one. */
function startCells(company: AdminCompany, headline: Headline, year: number): Cells {
  const latest = latestFigure(company.figures, headline);
  if (latest) return cellsOf(FIGURE_PARTS, latest);
  const money = headline === 'revenue' ? { currency: 'USD', basis: 'annual' } : {};
  return cellsOf(FIGURE_PARTS, { metric: headline, year, certainty: 'exact', ...money });
}

function FigureForm({
  company,
  headline,
  onClose,
}: {
  company: AdminCompany;
  headline: Headline;
  onClose(): void;
}) {
  const { t } = useTranslation(['edit', 'companies', 'problems', 'refusals', 'common']);
  const { language, year } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const {
    value: { cells, added },
    change,
    localDraft,
  } = useLocalDraftForm<{ cells: Cells; added: readonly Source[] }>({
    form: 'figure',
    subject: `${company.id} ${headline}`,
    initial: { cells: startCells(company, headline, year), added: [] },
  });
  const sources = [
    ...company.sources,
    ...added.filter(({ url }) => !company.sources.some((known) => known.url === url)),
  ];
  const [isInvalid, setInvalid] = useState(false);
  const params = { id: company.id };
  const reload = async () => {
    await client.invalidateQueries({ queryKey: callKey(readAdminCompany) });
    await refreshRows(client);
  };
  const undo = useMutation({
    mutationFn: (version: number) => callFromBrowser(restoreVersion, { params, body: { version } }),
    onSuccess: reload,
    onError: (error) =>
      toast({ type: 'error', title: t('edit:undoFailed'), message: problemText(t, error, '') }),
  });
  const save = useMutation({
    mutationFn: ({ figure, version }: { figure: CompanyFigure; version: number }) => {
      const figures = withFigures(company.figures, [figure]);
      const isLatest = latestFigure(figures, headline) === figure;
      return callFromBrowser(updateCompany, {
        params,
        body: {
          version,
          figures,
          sources: withSourceOf(sources, figure),
          ...(isLatest ? { [FOLLOWING[headline]]: true } : {}),
        },
      });
    },
    onSuccess: async (_, { version }) => {
      localDraft.noteSaved();
      await reload();
      onClose();
      toast({
        type: 'success',
        title: t('edit:rowFigure.saved', { name: company.name }),
        duration: UNDO_TIME,
        action: { label: t('edit:undo'), run: () => undo.mutate(version) },
      });
    },
  });
  function submit() {
    const [typed] = valuesOfDraft<Pick<SharedFields, 'figures'>>(
      { figures: SHARED.figures },
      { figures: [cells] },
    ).figures;
    const figure = figureSchema.safeParse(typed);
    setInvalid(!figure.success);
    if (figure.success) save.mutate({ figure: figure.data, version: company.version });
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LocalDraftNotice offer={localDraft} onRestore={change} />
      <KnownSourcesContext
        value={{
          sources,
          add: (url, supports) => change({ added: [...added, { url, supports: [...supports] }] }),
        }}
      >
        <RecordField
          label={t('edit:rowFigure.legend')}
          hint={t('edit:rowFigure.hint')}
          name="figure"
          parts={FIGURE_PARTS}
          value={cells}
          problem={isInvalid ? fieldProblem(t, SHARED.figures, 'invalid', language) : undefined}
          onChange={(next) => change({ cells: next })}
        />
      </KnownSourcesContext>
      {save.error ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problemText(t, save.error, t('edit:failed.update'))}
        </p>
      ) : null}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('edit:cancel')}</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('edit:rowFigure.save')}
        </Button>
      </div>
    </form>
  );
}

/** The sources, with the source of a figure and its topic added. */
function withSourceOf(sources: readonly Source[], { source: url, metric }: CompanyFigure): Source[] {
  const topic = METRIC_TOPICS[metric];
  if (url === undefined) return [...sources];
  if (!sources.some((source) => source.url === url))
    return sources.length < SOURCES_MAX ? [...sources, { url, supports: [topic] }] : [...sources];
  return sources.map((source) =>
    source.url === url && !source.supports.includes(topic)
      ? { ...source, supports: [...source.supports, topic] }
      : source,
  );
}
