import { textCell } from '../../../core/import-export/csv.ts';
import type { TriedProblem } from '../../../core/import-export/job-calls.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';

/** Problems in sight; the file has all. */
const SHOWN = 100;

type ProblemTexts = Translate<'transfer' | 'refusals'>;

const placeIn = ({ row, index }: TriedProblem) => row ?? index;

/** All that is wrong in a file, by row and column, as a file with the reasons. */
function problemsFile(t: ProblemTexts, problems: readonly TriedProblem[]): Blob {
  const cell = (text: string) => `"${textCell(text).replaceAll('"', '""')}"`;
  const lines = [
    [t('transfer:job.row'), t('transfer:job.column'), t('transfer:job.reason')],
    ...problems.map((problem) => [String(placeIn(problem)), problem.column ?? '', refusalText(t, problem)]),
  ];
  return new Blob([`\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv',
  });
}

/** A table of what is wrong in a file. Needs the texts of `transfer` and `refusals`. */
export function TriedProblems({ problems }: { problems: readonly TriedProblem[] }) {
  const { t } = useTranslation(['transfer', 'refusals']);
  if (problems.length === 0) return null;
  const shown = problems.slice(0, SHOWN);
  return (
    <section className="mt-6" aria-labelledby="import-problems">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="import-problems" className="text-lg">
          {t('transfer:job.problems', { count: problems.length })}
        </h3>
        <Button onClick={() => saveFile(problemsFile(t, problems), 'import-errors.csv')}>
          {t('transfer:job.download')}
        </Button>
      </div>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full text-left text-sm" aria-labelledby="import-problems">
          <thead className="text-soft">
            <tr>
              <th scope="col" className="py-2 pr-4 font-medium">
                {t('transfer:job.row')}
              </th>
              <th scope="col" className="py-2 pr-4 font-medium">
                {t('transfer:job.column')}
              </th>
              <th scope="col" className="py-2 font-medium">
                {t('transfer:job.reason')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((problem, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
              <tr key={i} className="border-line border-t align-top">
                <td className="number py-2 pr-4">{placeIn(problem)}</td>
                <td className="py-2 pr-4 wrap-anywhere">{problem.column ?? ''}</td>
                <td className="py-2 wrap-anywhere">{refusalText(t, problem)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length > shown.length ? (
        <p className="mt-2 text-soft text-sm">
          {t('transfer:job.more', { count: problems.length - shown.length })}
        </p>
      ) : null}
    </section>
  );
}
