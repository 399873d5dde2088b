import { useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import { previewScores, type ScoreMove } from '../../../core/companies/admin-calls.ts';
import { SCORE_MAX } from '../../../core/companies/score.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';

/** Companies shown at first, in order of their movement. */
const FIRST_ROWS = 8;
const PARTS = ['base', 'revenue', 'employees', 'age'] as const;
const PREVIEW_FIGURES = ['score', 'rank', 'likes'] as const;

/** Which companies an evaluation would move, and what their scores would be made of. */
export function ScorePreview() {
  const { t } = useTranslation('scores');
  const preview = useCall(previewScores, {});
  return (
    <section aria-labelledby="score-preview">
      <h2 id="score-preview" className="text-xl">
        {t('preview')}
      </h2>
      <p className="mt-1 text-soft">{t('previewText', { max: SCORE_MAX })}</p>
      <div className="mt-4">
        {preview.data ? (
          <ScoreMoves {...preview.data} />
        ) : (
          <NotLoaded query={preview} failed={t('previewFailed')} lines={3} />
        )}
      </div>
    </section>
  );
}

/** What an evaluation would change. Needs the texts of `scores`. */
export function ScoreMoves({ total, moving, moves }: Answer<typeof previewScores>) {
  const { t } = useTranslation('scores');
  const { language } = useRoot();
  const [showsAll, setShowsAll] = useState(false);
  const number = (value: number) => formatNumber(value, language);
  const shown = showsAll ? moves : moves.slice(0, FIRST_ROWS);
  const unlisted = moving - moves.length;
  return (
    <>
      <p className="number font-medium">
        {moving === 0 ? t('nothing') : t('moving', { moving: number(moving), total: number(total) })}
      </p>
      {shown.length > 0 ? (
        <ol className="mt-3 divide-y divide-line rounded-xl border border-line bg-raised">
          {shown.map((move) => (
            <Move key={move.id} move={move} />
          ))}
        </ol>
      ) : null}
      {shown.length < moves.length ? (
        <Button className="mt-4" onClick={() => setShowsAll(true)}>
          {t('all', { shown: number(moves.length) })}
        </Button>
      ) : unlisted > 0 ? (
        <p className="number mt-3 text-soft">{t('more', { more: number(unlisted) })}</p>
      ) : null}
    </>
  );
}

function Move({ move }: { move: ScoreMove }) {
  const { t } = useTranslation('scores');
  const { language } = useRoot();
  const { parts } = move;
  const isCapped = PARTS.reduce((sum, part) => sum + parts[part], 0) > parts.total;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium [overflow-wrap:anywhere]">{move.name}</p>
        <p className="number text-soft text-sm">
          {PARTS.filter((part) => parts[part] > 0)
            .map((part) => t(`part.${part}`, { points: parts[part] }))
            .join(' · ')}
          {isCapped ? ` (${t('capped', { max: SCORE_MAX })})` : null}
        </p>
      </div>
      <dl className="grid w-full grid-cols-3 gap-x-4 sm:w-72">
        {PREVIEW_FIGURES.map((figure) => {
          const before = formatNumber(move[figure].before, language);
          const after = formatNumber(move[figure].after, language);
          return (
            <div key={figure}>
              <dt className="text-soft text-sm">{t(figure)}</dt>
              <dd className="figure">
                {before === after ? (
                  <span className="text-soft">{after}</span>
                ) : (
                  <>
                    <span aria-hidden="true">
                      <span className="text-soft">{before} → </span>
                      <span className="font-semibold">{after}</span>
                    </span>
                    <span className="sr-only">{t('change', { before, after })}</span>
                  </>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
}
