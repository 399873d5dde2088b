import { LANGUAGE_NAMES } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { readAudience } from '../../../core/newsletter/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';

/** Who would get an issue as it is stored: how many in which language, and why. */
export function Audience({ id }: { id: string }) {
  const { t } = useTranslation(['newsletter', 'categories']);
  const { language: shown } = useRoot();
  const query = useCall(readAudience, { params: { id } });
  const number = (value: number) => formatNumber(value, shown);
  const { data } = query;
  return (
    <section aria-labelledby="audience" className="mt-8">
      <h3 id="audience" className="text-lg">
        {t('newsletter:audience')}
      </h3>
      {data ? (
        <>
          <p className="mt-1">
            {t('newsletter:readers', { count: data.readers, number: number(data.readers) })}
          </p>
          <ul className="mt-2 space-y-1 text-sm">
            {data.languages.map(({ language, readers, text }) => (
              <li key={language}>
                <span className="number">{`${LANGUAGE_NAMES[language]}: ${number(readers)}`}</span>
                {text === null || text === language ? null : (
                  <span className="text-warning">
                    {' '}
                    {t('newsletter:getsInstead', { language: LANGUAGE_NAMES[text] })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {data.newsletters.length > 0 ? (
            <p className="mt-3 text-soft text-sm">
              {t('newsletter:because', {
                list: formatList(
                  data.newsletters.map(
                    ({ value, readers }) => `${t(`categories:${value}.name`)} (${number(readers)})`,
                  ),
                  shown,
                ),
              })}
            </p>
          ) : null}
          {data.unconfirmed > 0 ? (
            <p className="mt-1 text-soft text-sm">
              {t('newsletter:unconfirmed', { count: data.unconfirmed, number: number(data.unconfirmed) })}
            </p>
          ) : null}
        </>
      ) : (
        <NotLoaded query={query} failed={t('newsletter:loadFailed')} lines={3} />
      )}
    </section>
  );
}
