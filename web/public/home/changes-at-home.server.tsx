import { findChanges, type PublicChange } from '../../../core/changes/calls.ts';
import { langOf } from '../../../core/text.ts';
import { dayOf, formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { othersOf, panelAddress } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { ChangeText } from '../companies/change-text.tsx';
import { languageOf, pageError } from '../page/load-page.ts';
import { renderStatic } from '../page/render-static.server.tsx';
import type { LoaderArgs } from '../page/root.server.ts';

const CHANGES_AT_HOME = 6;
/** Entries about comments, below the facts. */
const COMMENTED_AT_HOME = 2;

/**
 * In a loader: the latest changes of companies' facts, and below them where comments came last, for the home page. That
 * companies were added is told there by a list of its own.
 */
export async function showChanges(args: LoaderArgs) {
  const read = (kind: 'changed' | 'comment', limit: number) =>
    callUnvalidated(args.context, findChanges, {
      query: { language: languageOf(args), kind, limit },
    }).catch(pageError);
  const [facts, comments] = await Promise.all([
    read('changed', CHANGES_AT_HOME),
    read('comment', COMMENTED_AT_HOME),
  ]);
  const changes = [...facts.answer, ...comments.answer];
  return renderStatic(args, <ChangesAtHome changes={changes} others={othersOf(args.url.searchParams)} />);
}

function ChangesAtHome({ changes, others }: { changes: readonly PublicChange[]; others: string }) {
  const { t } = useTranslation('home');
  const { language, site } = useRoot();
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changed" className="border-line border-t py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="changed" className="text-2xl">
          {t('changed')}
        </h2>
        <a href={`/${language}/changes/feed.xml`} className="link onward">
          {t('changedFeed')}
        </a>
      </div>
      <ol className="mt-3 grid grid-cols-1 gap-x-12 lg:grid-cols-2">
        {changes.map((change) => {
          const day = dayOf(change.at, site.timeZone);
          return (
            <li
              key={change.id}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line border-b py-2.5"
            >
              <time dateTime={day} className="number min-w-28 text-soft text-sm">
                {formatDay(day, language)}
              </time>
              <span className="wrap-anywhere min-w-0 flex-1 basis-60">
                <a
                  href={panelAddress(others, change.company.id)}
                  lang={langOf(change.company.name, language)}
                  className="link font-medium"
                >
                  {change.company.name}
                </a>
                <span className="block text-sm">
                  <ChangeText change={change} />
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
