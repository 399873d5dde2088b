import type { PublicChange } from '../../../core/changes/calls.ts';
import { changeParts } from '../../../core/changes/text.ts';
import { dayOf, formatDay } from '../../i18n/days-and-lists.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { hostOf } from '../figures/figure-chart.tsx';

/** Changes of a company, newest first, as static HTML; nothing where nothing changed. */
export function CompanyChanges({ id, changes }: { id: string; changes: readonly PublicChange[] }) {
  const { t } = useTranslation(['companies', 'categories']);
  const { language, site } = useRoot();
  // That a company was added is no news of its own.
  if (changes.every(({ field }) => field === 'created')) return null;
  const anyText = t as unknown as Translate<never> & ((key: string) => string);
  const texts = {
    text: (key: string) => anyText(`companies:${key}`),
    category: (category: string) => anyText(`categories:${category}.name`),
  };
  return (
    <section aria-labelledby="changes" className="mb-10">
      <h2 id="changes" className="text-2xl">
        {t('companies:changesHere')}
      </h2>
      <ol className="mt-3 max-w-prose divide-y divide-line">
        {changes.map((change) => {
          const { field, from, to } = changeParts(change, language, texts);
          const day = dayOf(change.at, site.timeZone);
          return (
            <li key={change.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
              <time dateTime={day} className="number min-w-28 text-soft text-sm">
                {formatDay(day, language)}
              </time>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {field}
                {change.field === 'created' ? null : (
                  <>
                    {t('companies:changeColon')}
                    {from === null ? null : (
                      <>
                        <s className="figure text-soft">{from}</s> <span aria-hidden="true">→</span>{' '}
                      </>
                    )}
                    <span className="figure">{to ?? '–'}</span>
                    {change.year === null ? null : <span className="text-soft"> ({change.year})</span>}
                  </>
                )}
                {change.source ? (
                  <>
                    {' '}
                    <a
                      className="link text-sm"
                      href={change.source}
                      rel="noopener noreferrer nofollow"
                      target="_blank"
                    >
                      {hostOf(change.source)}
                    </a>
                  </>
                ) : null}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="mt-2 text-sm">
        <a className="link" href={`/${language}/companies/${encodeURIComponent(id)}/feed.xml`}>
          {t('companies:changesFeed')}
        </a>
      </p>
    </section>
  );
}
