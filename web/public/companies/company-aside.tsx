import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { type ScoreParts, scoreParts } from '../../../core/companies/score.ts';
import { formatList } from '../../i18n/days-and-lists.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';

/** Why a company has its score, and where what is told of it is from, as static HTML. */
export function CompanyAside({ company }: { company: CompanyDetail }) {
  const { year } = useRoot();
  return (
    <>
      <ScoreBox score={company.score} parts={scoreParts(company, year)} />
      <Sources company={company} />
    </>
  );
}

function ScoreBox({ score, parts }: { score: number; parts: ScoreParts }) {
  const { t } = useTranslation('companies');
  const rows = [
    [t('scoreBase'), parts.base],
    [t('scoreRevenue'), parts.revenue],
    [t('scoreEmployees'), parts.employees],
    [t('scoreAge'), parts.age],
  ] as const;
  return (
    <section aria-labelledby="score">
      <h2 id="score" className="text-lg">
        {t('whyScore')}
      </h2>
      <dl className="number mt-3 text-sm">
        {rows.map(([label, points]) => (
          <div key={label} className="flex justify-between border-line border-b py-2">
            <dt className="text-soft">{label}</dt>
            <dd>+{points}</dd>
          </div>
        ))}
        <div className="flex justify-between py-2 font-semibold">
          <dt>{t('scoreTotal')}</dt>
          <dd>{t('pts', { score: parts.total })}</dd>
        </div>
      </dl>
      <p className="mt-1 text-soft text-sm">{t('scoreTies')}</p>
      {parts.total === score ? null : <p className="mt-1 text-soft text-sm">{t('scoreWaits', { score })}</p>}
    </section>
  );
}

function Sources({ company }: { company: CompanyDetail }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  if (company.sources.length === 0) return null;
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="text-lg">
        {t('sources')}
      </h2>
      <p className="mt-1 text-soft text-sm">{t('sourcesText')}</p>
      <ul className="mt-3 space-y-3 text-sm">
        {company.sources.map((source) => (
          <li key={source.url}>
            <a
              className="link break-words"
              href={source.url}
              rel="noopener noreferrer nofollow"
              target="_blank"
            >
              {new URL(source.url).hostname.replace(/^www\./, '')}
            </a>
            <span className="block text-soft">
              {formatList(
                source.supports.map((topic) => t(`topic_${topic}`)),
                language,
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
