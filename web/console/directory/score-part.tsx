import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tryScoreRules } from '../../../core/companies/admin-calls.ts';
import { REVENUE_BASES } from '../../../core/companies/facts.ts';
import type { DirectoryConfig } from '../../../core/directory/config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { ScoreMoves } from '../companies/score-preview.tsx';
import { PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

type Rules = DirectoryConfig['score'];

/** How many points a company gets for what, with a preview of the companies that would move. */
export function ScorePart({ draft }: { draft: PartDraft<'score'> }) {
  const { t } = useTranslation(['directory', 'refusals', 'companies', 'problems', 'common']);
  const { value } = draft;
  const preview = useMutation({
    mutationFn: () => callFromBrowser(tryScoreRules, { body: { rules: value } }),
  });
  function change(changes: Partial<Rules>) {
    preview.reset();
    draft.change({ ...value, ...changes });
  }
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('score.text')}</p>
      <div className="mt-6 space-y-10">
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberInput
            draft={draft}
            path="base"
            label={t('score.base')}
            value={value.base}
            onChange={(base) => change({ base })}
          />
          <NumberInput
            draft={draft}
            path="age.perYear"
            label={t('score.perYear')}
            value={value.age.perYear}
            onChange={(perYear) => change({ age: { ...value.age, perYear } })}
          />
          <NumberInput
            draft={draft}
            path="age.max"
            label={t('score.ageMax')}
            value={value.age.max}
            onChange={(max) => change({ age: { ...value.age, max } })}
          />
        </div>
        <ScoreSteps
          draft={draft}
          name="revenue"
          bound="atLeast"
          steps={value.revenue}
          first={{ atLeast: 1000, points: 10 }}
          onChange={(revenue) => change({ revenue })}
        />
        <ScoreSteps
          draft={draft}
          name="employees"
          bound="atMost"
          steps={value.employees}
          first={{ atMost: 100, points: 5 }}
          onChange={(employees) => change({ employees })}
        />
        <fieldset>
          <legend className="font-medium">{t('score.uncounted')}</legend>
          <p className="mt-1 max-w-2xl text-soft text-sm">{t('score.uncountedText')}</p>
          <div className="mt-3 grid gap-x-6 sm:grid-cols-2">
            {REVENUE_BASES.map((basis) => (
              <label key={basis} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 accent-accent"
                  checked={value.uncounted.includes(basis)}
                  onChange={({ currentTarget: { checked } }) =>
                    change({
                      uncounted: REVENUE_BASES.filter((one) =>
                        one === basis ? checked : value.uncounted.includes(one),
                      ),
                    })
                  }
                />
                {t(`companies:basis_${basis}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <section aria-labelledby="score-moves">
          <h3 id="score-moves" className="text-lg">
            {t('score.try')}
          </h3>
          <p className="mt-1 max-w-2xl text-soft">{t('score.tryText')}</p>
          <Button className="mt-3" busy={preview.isPending} onClick={() => preview.mutate()}>
            {t(preview.isPending ? 'score.trying' : 'score.try')}
          </Button>
          <div role="status" className="mt-4">
            {preview.data ? <ScoreMoves {...preview.data} /> : null}
          </div>
          {preview.error ? (
            <p role="alert" className="text-danger">
              {problemText(t, preview.error, t('failed'))}
            </p>
          ) : null}
        </section>
      </div>
      {draft.isSaved ? (
        <p className="mt-8 rounded-xl border border-line bg-raised px-5 py-3">
          {t('score.apply')}{' '}
          <Link to={paths.admin('scores')} className="link">
            {t('score.applyLink')}
          </Link>
        </p>
      ) : null}
    </PartForm>
  );
}

function NumberInput({
  draft,
  path,
  label,
  value,
  onChange,
}: {
  draft: PartDraft<'score'>;
  /** Path of the number in the configuration part, as `age.max`. */
  path: string;
  label: string;
  value: number;
  onChange(value: number): void;
}) {
  const { t } = useTranslation('refusals');
  const refused = draft.refused.get(path);
  return (
    <TextInput
      type="number"
      label={label}
      min={0}
      value={Number.isNaN(value) ? '' : String(value)}
      problem={refused && refusalText(t, refused)}
      onChange={(typed) => onChange(typed === '' ? Number.NaN : Number(typed))}
    />
  );
}

type StepBound = 'atLeast' | 'atMost';
type ScoreStep<B extends StepBound> = { [K in B]: number } & { points: number };

/** Steps of a figure and the points of each. */
function ScoreSteps<B extends StepBound>({
  draft,
  name,
  bound,
  steps,
  first,
  onChange,
}: {
  draft: PartDraft<'score'>;
  name: 'revenue' | 'employees';
  bound: B;
  steps: readonly ScoreStep<B>[];
  /** The step that is added to an empty list. */
  first: ScoreStep<B>;
  onChange(steps: ScoreStep<B>[]): void;
}) {
  const { t } = useTranslation(['directory', 'refusals']);
  const refused = draft.refused.get(name);
  const put = (i: number, changes: Partial<ScoreStep<B>>) =>
    onChange(steps.map((step, at) => (at === i ? { ...step, ...changes } : step)));
  return (
    <fieldset>
      <legend className="font-medium">{t(`score.${name}`)}</legend>
      <ol className="mt-3 space-y-3">
        {steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
          <li key={i} className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-end gap-3">
            <NumberInput
              draft={draft}
              path={`${name}.${i}.${bound}`}
              label={t(`score.${name}Step`)}
              value={step[bound]}
              onChange={(value) => put(i, { [bound]: value } as Partial<ScoreStep<B>>)}
            />
            <NumberInput
              draft={draft}
              path={`${name}.${i}.points`}
              label={t('score.points')}
              value={step.points}
              onChange={(points) => put(i, { points } as Partial<ScoreStep<B>>)}
            />
            <Button
              aria-label={t('score.removeStep', { number: i + 1 })}
              onClick={() => onChange(steps.filter((_, at) => at !== i))}
            >
              ×
            </Button>
          </li>
        ))}
      </ol>
      {refused ? <p className="mt-1 text-danger text-sm">{refusalText(t, refused)}</p> : null}
      <Button className="mt-3" onClick={() => onChange([...steps, { ...(steps.at(-1) ?? first) }])}>
        {t('score.addStep')}
      </Button>
    </fieldset>
  );
}
