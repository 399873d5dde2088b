import type { ListedCompany } from '../../../core/companies/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { panelAddress } from '../../shared/paths.ts';

/** A company with its figure in US dollars, and as it is written. */
export interface Bar {
  company: Pick<ListedCompany, 'id' | 'name' | 'category'>;
  dollars: number;
  text: string;
}

/** The smallest bar is still seen, in percent. */
const SHORTEST_BAR = 1.5;

/**
 * A bar chart that is a list: it reads the same aloud, and needs no script. Widths are attributes of
 * SVG, because the content security policy allows no style attributes.
 */
export function BarChart({
  id,
  title,
  note,
  bars,
  others,
}: {
  id: string;
  title: string;
  note: string;
  bars: readonly Bar[];
  /** How an address of the page begins (`othersOf`). */
  others: string;
}) {
  const { t } = useTranslation('home');
  const highest = Math.max(...bars.map(({ dollars }) => dollars), 1);
  return (
    <figure aria-labelledby={id} className="rounded-2xl border border-line bg-raised p-6 md:p-8">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {bars.length === 0 ? <p className="mt-6 text-soft">{t('empty')}</p> : null}
      <ol className="bars">
        {bars.map(({ company, dollars, text }) => (
          <li key={company.id} data-category={company.category}>
            <a href={panelAddress(others, company.id)}>
              <span>
                <span>{company.name}</span>
                <b className="figure">{text}</b>
              </span>
              <svg aria-hidden="true">
                <rect width={`${Math.max(SHORTEST_BAR, (dollars / highest) * 100).toFixed(1)}%`} />
              </svg>
            </a>
          </li>
        ))}
      </ol>
      <figcaption className="mt-6 text-soft text-sm">{note}</figcaption>
    </figure>
  );
}
