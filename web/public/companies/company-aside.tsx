import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { type ScoreParts, scoreParts } from '../../../core/companies/score.ts';
import { formatList } from '../../../core/list-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { hostOf } from '../figures/figure-chart.tsx';

type Heading = 'h2' | 'h3';

/**
 * What stands beside the story, as static HTML: what happened when, why a company has its score, and where what is
 * told of it is from, which stays in view for the rest of the column.
 */
export function CompanyAside({ company, heading }: { company: CompanyDetail; heading: Heading }) {
  const { year } = useRoot();
  return (
    <>
      <CompanyTimeline company={company} heading={heading} />
      <ScoreBox score={company.score} parts={scoreParts(company, year)} heading={heading} />
      <CompanySources company={company} heading={heading} />
    </>
  );
}

function CompanyTimeline({
  company: { timeline, language },
  heading: Heading,
}: {
  company: CompanyDetail;
  heading: Heading;
}) {
  const { t } = useTranslation('companies');
  if (timeline.length === 0) return null;
  return (
    <section aria-labelledby="timeline" className="mb-10">
      <Heading id="timeline" className="text-xl">
        {t('timeline')}
      </Heading>
      <ol lang={language} className="mt-3 max-w-prose border-line border-l">
        {timeline.map((event, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, not a text
          <li key={i} className="relative py-2 pl-5">
            <span
              aria-hidden="true"
              className="absolute top-4 -left-[0.3rem] size-2.5 rounded-full bg-category"
            />
            <span className="figure mr-3 text-category">
              {event.month ? `${event.year}-${String(event.month).padStart(2, '0')}` : event.year}
            </span>
            {event.text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function ScoreBox({
  score,
  parts,
  heading: Heading,
}: {
  score: number;
  parts: ScoreParts;
  heading: Heading;
}) {
  const { t } = useTranslation('companies');
  const rows = [
    [t('scoreBase'), parts.base],
    [t('scoreRevenue'), parts.revenue],
    [t('scoreEmployees'), parts.employees],
    [t('scoreAge'), parts.age],
  ] as const;
  return (
    <section aria-labelledby="score">
      <Heading id="score" className="text-xl">
        {t('whyScore')}
      </Heading>
      <dl className="number mt-2">
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

function CompanySources({ company, heading: Heading }: { company: CompanyDetail; heading: Heading }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  if (company.sources.length === 0) return null;
  return (
    <section aria-labelledby="sources" className="mt-10 lg:sticky lg:top-20">
      <Heading id="sources" className="text-xl">
        {t('sources')}
      </Heading>
      <p className="mt-1 text-soft text-sm">{t('sourcesText')}</p>
      <ul className="mt-3 space-y-2">
        {company.sources.map((source) => (
          <li key={source.url}>
            <a
              className="link break-words"
              href={source.url}
              rel="noopener noreferrer nofollow"
              target="_blank"
            >
              {hostOf(source.url)}
            </a>
            <span className="block text-soft text-sm">
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
