import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { countryName } from '../../../core/country-name.ts';
import { langOf } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StaticLink } from '../page/static-link.tsx';

interface FounderNextProps {
  /** Countries of the founder's companies. */
  countries: readonly string[];
  /** Founders of companies near the founder's, each with one of these companies. */
  founders: readonly { id: string; name: string; company: string }[];
  /** Companies near the founder's, drawn. */
  cards: string;
}

/** Companies near a founder's by other founders: where a founder's page leads on. */
export function foundersOfNear(
  near: readonly CompanyDetail[],
  founder: string,
): FounderNextProps['founders'] {
  const seen = new Set([founder]);
  return near.flatMap(({ name: company, founders }) =>
    founders.flatMap(({ id, name }) => {
      if (id === undefined || seen.has(id)) return [];
      seen.add(id);
      return [{ id, name, company }];
    }),
  );
}

/** Where a founder's page leads on: countries, founders of companies like theirs, and these companies. */
export function FounderNext({ countries, founders, cards }: FounderNextProps) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  return (
    <section aria-labelledby="founder-next" className="mt-12 border-line border-t pt-8">
      <h2 id="founder-next" className="text-2xl">
        {t('whereNext')}
      </h2>
      <dl className="mt-4 space-y-4">
        {countries.length > 0 ? (
          <div>
            <dt className="text-soft text-sm">{t('moreFromCountry')}</dt>
            <dd className="flex flex-wrap gap-x-6">
              {countries.map((country) => (
                <StaticLink
                  key={country}
                  to={paths.country(country)}
                  className="link inline-flex min-h-11 items-center"
                >
                  {countryName(country, language)}
                </StaticLink>
              ))}
            </dd>
          </div>
        ) : null}
        {founders.length > 0 ? (
          <div>
            <dt className="text-soft text-sm">{t('similarFounders')}</dt>
            <dd className="flex flex-wrap gap-x-6">
              {founders.map(({ id, name, company }) => (
                <span key={id} className="inline-flex min-h-11 flex-wrap items-center gap-x-1.5">
                  <StaticLink
                    to={paths.founder(id)}
                    className="link inline-flex min-h-11 items-center"
                    lang={langOf(name, language)}
                  >
                    {name}
                  </StaticLink>
                  <span className="text-soft text-sm" lang={langOf(company, language)}>
                    {company}
                  </span>
                </span>
              ))}
            </dd>
          </div>
        ) : null}
      </dl>
      <ul
        className="mt-5 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React itself
        dangerouslySetInnerHTML={{ __html: cards }}
      />
    </section>
  );
}
