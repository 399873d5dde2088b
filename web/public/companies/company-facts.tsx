import type { ReactNode } from 'react';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { countryName } from '../../../core/country-name.ts';
import { formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type OwnFact, ownFactsAt } from '../../shared/companies/own-facts.ts';
import { formatPrice } from '../../shared/companies/price.ts';
import { kindLabel, tagLabel } from '../../shared/companies/value-names.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StaticLink } from '../page/static-link.tsx';

const FACT_LINK = 'link inline-flex min-h-6 items-center';

/** Unicode's object replacement character. */
const LINK_PLACE = '\uFFFC';

/** Founders, place, kinds, tags, status and highlights of a company, as static HTML. */
export function CompanyFacts({
  company,
  heading: Heading,
}: {
  company: CompanyDetail;
  heading: 'h2' | 'h3';
}) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const { country, city, kinds, tags, status, checked_at, highlights } = company;
  const place = country && countryName(country, language);
  const otherCity = city === place ? null : city;
  // The country is a link within a text whose order is the language's.
  const [beforeCountry, afterCountry] =
    place && otherCity
      ? t('cityAndCountry', { city: otherCity, country: LINK_PLACE }).split(LINK_PLACE)
      : [otherCity];
  const what = status && t(`status_${status.kind}`);
  const became =
    status && what
      ? [
          status.by ? t('statusBy', { status: what, by: status.by }) : what,
          status.year === undefined ? '' : String(status.year),
          status.price ? formatPrice(status.price, language) : '',
        ]
          .filter(Boolean)
          .join(' · ')
      : null;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <LabelledFact label={t('founder')}>
          <Founders company={company} />
        </LabelledFact>
        {place || city ? (
          <LabelledFact label={t('place')}>
            {beforeCountry}
            {country === null ? null : (
              <StaticLink to={paths.country(country)} className={FACT_LINK}>
                {place}
              </StaticLink>
            )}
            {afterCountry}
          </LabelledFact>
        ) : null}
        {kinds.length > 0 ? (
          <LabelledFact label={t('kinds')}>
            <Links items={kinds.map((kind) => ({ to: paths.kind(kind), name: kindLabel(t, kind) }))} />
          </LabelledFact>
        ) : null}
        {tags.length > 0 ? (
          <LabelledFact label={t('tags')}>
            <Links items={tags.map((tag) => ({ to: paths.tag(tag), name: tagLabel(t, tag) }))} />
          </LabelledFact>
        ) : null}
        {became ? <LabelledFact label={t('status')}>{became}</LabelledFact> : null}
        {ownFactsAt('page', company.fields, language).map((fact) => (
          <LabelledFact key={fact.field.id} label={fact.label}>
            <OwnFactText fact={fact} />
          </LabelledFact>
        ))}
      </dl>
      {checked_at ? (
        <p className="mt-2 text-soft text-sm">{t('checkedAt', { date: formatDay(checked_at, language) })}</p>
      ) : null}
      {highlights.length > 0 ? (
        <>
          <Heading className="mt-8 text-xl">{t('highlights')}</Heading>
          <ul lang={company.language} className="mt-3 space-y-2">
            {highlights.map((highlight) => (
              <li key={highlight} className="border-category border-l-2 pl-4">
                {highlight}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function LabelledFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

/** An address is a link, and an image is shown. */
function OwnFactText({ fact: { text, href, image, lang, label } }: { fact: OwnFact }) {
  if (image) return <img src={image} alt={label} loading="lazy" className="max-h-60 rounded-lg" />;
  if (!href)
    return (
      <span lang={lang} className="whitespace-pre-line">
        {text}
      </span>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={FACT_LINK}>
      {text}
    </a>
  );
}

function Links({ items }: { items: readonly { to: string; name: string }[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {items.map(({ to, name }) => (
        <StaticLink key={to} to={to} className={FACT_LINK}>
          {name}
        </StaticLink>
      ))}
    </span>
  );
}

/** The founders as links to their pages; the name as it is written where none is a person yet. */
function Founders({ company: { founders, founder } }: { company: CompanyDetail }) {
  const { t } = useTranslation('common');
  if (founders.length === 0) return founder || t('unknown');
  return <Links items={founders.map(({ id, name }) => ({ to: paths.founder(id), name }))} />;
}
