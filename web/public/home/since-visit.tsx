import { useEffect, useState } from 'react';
import type { PublicChange } from '../../../core/changes/calls.ts';
import { changeLine } from '../../../core/changes/text.ts';
import { langOf } from '../../../core/text.ts';
import { dayOf, formatDay } from '../../i18n/days.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { findChanges } from '../../shared/public-calls.ts';
import { useRoot } from '../../shared/root-data.ts';

/** Changes that are looked through: everybody asks for the same ones, whenever their last visit was. */
const LOOKED_THROUGH = 100;
const CHANGES_LISTED = 6;

/** Changes since the last visit; nothing without changes. @param since milliseconds */
export function SinceVisit({ since }: { since: number }) {
  const { language } = useRoot();
  const [changes, setChanges] = useState<readonly PublicChange[]>([]);
  useEffect(() => {
    callFromBrowser(findChanges, { query: { language, kind: 'facts', limit: LOOKED_THROUGH } }).then(
      (all) => setChanges(all.filter(({ at }) => Date.parse(at) > since)),
      () => {},
    );
  }, [language, since]);
  if (changes.length === 0) return null;
  return (
    <WithTexts features={['since']}>
      <ChangesSince since={since} changes={changes} />
    </WithTexts>
  );
}

function ChangesSince({ since, changes }: { since: number; changes: readonly PublicChange[] }) {
  const { t } = useTranslation(['since', 'companies', 'categories', 'comments', 'common']);
  const { language, site } = useRoot();
  const anyText = t as unknown as Translate<never> & ((key: string) => string);
  const texts = {
    text: (key: string) => anyText(`companies:${key}`),
    anonymous: t('comments:anonymous'),
    labelled: (label: string, value: string) => t('common:labelled', { label, value }),
    category: (category: string) => anyText(`categories:${category}.name`),
  };
  const day = dayOf(new Date(since).toISOString(), site.timeZone);
  return (
    <section aria-labelledby="since-visit" className="border-line border-t py-4">
      <h2 id="since-visit" className="text-lg">
        {t('title', { day: formatDay(day, language) })}
      </h2>
      <ul className="mt-1 grid gap-x-8 md:grid-cols-2">
        {changes.slice(0, CHANGES_LISTED).map((change) => (
          <li key={change.id} className="min-w-0 py-1">
            <PageLink
              to={paths.company(change.company.id)}
              lang={langOf(change.company.name, language)}
              className="link font-medium"
            >
              {change.company.name}
            </PageLink>{' '}
            <span className="text-soft [overflow-wrap:anywhere]">{changeLine(change, language, texts)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-soft text-sm">
        {changes.length > CHANGES_LISTED ? `${t('more', { count: changes.length - CHANGES_LISTED })} ` : null}
        {t('onDevice')}
      </p>
    </section>
  );
}
