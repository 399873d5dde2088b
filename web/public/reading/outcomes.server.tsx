import { type CompanyDetail, findCompanies, readCompany } from '../../../core/companies/calls.ts';
import { OUTCOME_KINDS } from '../../../core/reading/pages.ts';
import { langOf } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { formatPrice } from '../../shared/companies/price.ts';
import { othersOf, panelAddress } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { languageOf, pageError } from '../page/load-page.ts';
import type { LoaderArgs } from '../page/root.server.ts';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

export async function readOutcomes(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const query = { language: languageOf(args) };
  const groups = await Promise.all(
    OUTCOME_KINDS.map(async (end) => {
      const { answer } = await callUnvalidated(args.context, findCompanies, {
        query: { ...query, status: [end] as never, limit: 100 },
      });
      const details = await Promise.all(
        answer.map(({ id }) =>
          callUnvalidated(args.context, readCompany, { params: { id }, query }).then((read) => read.answer),
        ),
      );
      return { end, companies: details.sort((a, b) => (b.status?.year ?? 0) - (a.status?.year ?? 0)) };
    }),
  ).catch(pageError);
  return {
    title: t('outcomes.title'),
    description: t('outcomes.text'),
    body: <Outcomes groups={groups} others={othersOf(args.url.searchParams)} />,
  };
}

function Outcomes({
  groups,
  others,
}: {
  groups: readonly { end: (typeof OUTCOME_KINDS)[number]; companies: readonly CompanyDetail[] }[];
  others: string;
}) {
  const { t } = useTranslation('reading');
  const shown = groups.filter(({ companies }) => companies.length > 0);
  if (shown.length === 0) return <p className="text-soft">{t('outcomes.none')}</p>;
  return shown.map(({ end, companies }) => (
    <section key={end} aria-labelledby={end} className="year-of">
      <div>
        <h2 id={end} className="text-2xl">
          {t(`outcomes.${end}`)}
        </h2>
        <small className="block text-soft text-sm">{t('companies', { count: companies.length })}</small>
      </div>
      <ul>
        {companies.map((company) => (
          <Outcome key={company.id} company={company} others={others} />
        ))}
      </ul>
    </section>
  ));
}

function Outcome({ company, others }: { company: CompanyDetail; others: string }) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  const { year, by, price } = company.status ?? {};
  const how = [
    ...(by ? [t('outcomes.to', { name: by })] : []),
    ...(price ? [t('outcomes.for', { price: formatPrice(price, language) })] : []),
  ];
  return (
    <li data-category={company.category} className="event-row">
      <LogoTile company={company} size="small" />
      <div>
        <a
          href={panelAddress(others, company.id)}
          lang={langOf(company.name, language)}
          className="stretched font-medium"
        >
          {company.name}
        </a>
        <p className="text-soft">
          <span className="number text-ink">{year ?? t('outcomes.unknown')}</span>
          {how.map((one) => ` · ${one}`).join('')}
        </p>
      </div>
    </li>
  );
}
