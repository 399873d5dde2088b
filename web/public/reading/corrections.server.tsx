import { type Correction, findCorrections } from '../../../core/reading/calls.ts';
import { langOf } from '../../../core/text.ts';
import { formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { othersOf, panelAddress } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { hostOf } from '../figures/figure-chart.tsx';
import { languageOf, pageError } from '../page/load-page.ts';
import type { LoaderArgs } from '../page/root.server.ts';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

export async function readCorrectionLog(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const { answer } = await callUnvalidated(args.context, findCorrections, {
    query: { language: languageOf(args) },
  }).catch(pageError);
  return {
    title: t('corrections.title'),
    description: t('corrections.text'),
    body: <CorrectionList corrections={answer} others={othersOf(args.url.searchParams)} />,
  };
}

function CorrectionList({ corrections, others }: { corrections: readonly Correction[]; others: string }) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  if (corrections.length === 0) return <p className="text-soft">{t('corrections.none')}</p>;
  return (
    <ol>
      {corrections.map(({ company, day, wrong, right, source }) => (
        <li key={`${company.id} ${day} ${right}`} className="year-of" data-category={company.category}>
          <div>
            <h2 lang={langOf(company.name, language)} className="text-lg">
              <a href={panelAddress(others, company.id)} className="hover:underline">
                {company.name}
              </a>
            </h2>
            <time dateTime={day} className="text-soft text-sm">
              {formatDay(day, language)}
            </time>
          </div>
          <dl className="max-w-prose space-y-2">
            <div>
              <dt className="text-soft text-sm">{t('corrections.wrong')}</dt>
              <dd className="text-soft">{wrong}</dd>
            </div>
            <div>
              <dt className="text-soft text-sm">{t('corrections.right')}</dt>
              <dd>{right}</dd>
            </div>
            <div>
              <dt className="sr-only">{t('corrections.source')}</dt>
              <dd>
                <a className="link text-sm" href={source} rel="noopener noreferrer nofollow" target="_blank">
                  {hostOf(source)}
                </a>
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ol>
  );
}
