import type { PublicChange } from '../../../core/changes/calls.ts';
import { dayOf, formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { ChangeText } from './change-text.tsx';

/** Changes of a company, newest first, as static HTML; nothing where nothing changed. */
export function CompanyChanges({ id, changes }: { id: string; changes: readonly PublicChange[] }) {
  const { t } = useTranslation('companies');
  const { language, site } = useRoot();
  // The entry `created` alone is no news.
  if (changes.every(({ field }) => field === 'created')) return null;
  return (
    <section aria-labelledby="changes" className="mb-10">
      <h2 id="changes" className="text-2xl">
        {t('changesHere')}
      </h2>
      <ol className="mt-3 max-w-prose divide-y divide-line">
        {changes.map((change) => {
          const day = dayOf(change.at, site.timeZone);
          return (
            <li key={change.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
              <time dateTime={day} className="number min-w-28 text-soft text-sm">
                {formatDay(day, language)}
              </time>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <ChangeText change={change} />
              </span>
            </li>
          );
        })}
      </ol>
      <p className="mt-2 text-sm">
        <a className="link" href={`/${language}/companies/${encodeURIComponent(id)}/feed.xml`}>
          {t('changesFeed')}
        </a>
      </p>
    </section>
  );
}
