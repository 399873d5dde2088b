import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { findAuditEntries } from '../../../core/admins/audit-calls.ts';
import {
  evaluateScores,
  findAdminCompanies,
  findCompanyRows,
  previewScores,
} from '../../../core/companies/admin-calls.ts';
import { readAdminStats } from '../../../core/dashboard/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatTime } from '../../shared/console/format.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { StatusIcon } from '../../shared/ui/status-icons.tsx';
import { callKey } from '../shared/api.ts';
import { Section } from '../shared/section.tsx';
import { ScorePreview } from './score-preview.tsx';

export default function ScoresSection() {
  return (
    <Section id="scores" features={['scores']}>
      <div className="space-y-12">
        <ScorePreview />
        <Evaluation />
      </div>
    </Section>
  );
}

/** A line of the log; its words are chosen when it is shown, in the language of then. */
type ScoreLine = { at: Date } & (
  | { text: 'started' | 'recalculated' }
  | { text: 'updated'; n: number }
  | { text: 'failed'; error: unknown }
);

/** What an evaluation changes, and the console may keep. */
const STALE = [previewScores, readAdminStats, findCompanyRows, findAdminCompanies, findAuditEntries];

function Evaluation() {
  const { t } = useTranslation('scores');
  const client = useQueryClient();
  const [lines, setLines] = useState<ScoreLine[]>([]);
  const log = (...more: ScoreLine[]) => setLines((before) => [...before, ...more]);
  const evaluate = useMutation({
    mutationFn: () => callFromBrowser(evaluateScores, {}),
    onMutate: () => log({ at: new Date(), text: 'started' }),
    onSuccess: ({ updatedCount }) => {
      const at = new Date();
      log({ at, text: 'updated', n: updatedCount }, { at, text: 'recalculated' });
      for (const call of STALE) void client.invalidateQueries({ queryKey: callKey(call) });
    },
    onError: (error) => log({ at: new Date(), text: 'failed', error }),
  });
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <div className="self-start rounded-xl border border-line bg-raised p-6">
        <div className="flex gap-3">
          <StatusIcon status="warning" />
          <div className="min-w-0">
            <h2 className="font-sans font-semibold text-base">{t('backup')}</h2>
            <p className="mt-1 text-soft">{t('backupText')}</p>
            <Link to={paths.admin('companies')} className="link inline-flex min-h-11 items-center">
              {t('backupLink')}
            </Link>
          </div>
        </div>
        <Button
          look="primary"
          className="mt-4 w-full"
          busy={evaluate.isPending}
          onClick={() => evaluate.mutate()}
        >
          {t(evaluate.isPending ? 'running' : 'run')}
        </Button>
      </div>
      <section aria-labelledby="evaluation-log" className="flex min-w-0 flex-col">
        <h2 id="evaluation-log" className="sr-only">
          {t('log')}
        </h2>
        <div className="min-h-24 flex-1 lg:min-h-40 rounded-xl border border-line bg-raised p-6">
          <p className="text-soft text-sm">{lines.length === 0 ? t('logEmpty') : t('log')}</p>
          <div role="log" aria-labelledby="evaluation-log">
            <ol className="mt-2 space-y-1.5">
              {lines.map((line, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
                <LogLine key={i} line={line} />
              ))}
            </ol>
          </div>
        </div>
      </section>
    </div>
  );
}

function LogLine({ line }: { line: ScoreLine }) {
  const { t } = useTranslation(['scores', 'problems', 'common']);
  const { language } = useRoot();
  const words =
    line.text === 'updated'
      ? t('updated', { n: formatNumber(line.n, language) })
      : line.text === 'failed'
        ? t('failed', { message: problemText(t, line.error, String(line.error)) })
        : t(line.text);
  return (
    <li className={`flex gap-3 ${line.text === 'failed' ? 'text-danger' : ''}`}>
      <time dateTime={line.at.toISOString()} className="number shrink-0 text-soft">
        {formatTime(line.at, language)}
      </time>
      <span className="min-w-0">{words}</span>
    </li>
  );
}
