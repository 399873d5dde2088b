import type { PublicChange } from '../../../core/changes/calls.ts';
import { changeParts } from '../../../core/changes/text.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { hostOf } from '../figures/figure-chart.tsx';

/** What changed, from what to what, with the year and the source of a figure; of comments how many came. */
export function ChangeText({ change }: { change: PublicChange }) {
  const { t } = useTranslation(['companies', 'categories']);
  const { language } = useRoot();
  const anyText = t as unknown as Translate<never> & ((key: string) => string);
  const { field, from, to } = changeParts(change, language, {
    text: (key: string) => anyText(`companies:${key}`),
    category: (category: string) => anyText(`categories:${category}.name`),
  });
  if (change.comment)
    return (
      <a className="link" href={`/${language}${change.comment.path}`}>
        {field}
        {t('companies:changeColon')}
        <span className="figure">{change.to}</span>
      </a>
    );
  return (
    <>
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
          <a className="link text-sm" href={change.source} rel="noopener noreferrer nofollow" target="_blank">
            {hostOf(change.source)}
          </a>
        </>
      ) : null}
    </>
  );
}
