import { cachedFormat } from '../../../core/cached-format.ts';
import type { Language } from '../../../core/languages.ts';
import { type Anniversary, findAnniversaries } from '../../../core/reading/calls.ts';
import { langOf } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { pageContext } from '../../shared/page-context.ts';
import { othersOf, panelAddress, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { languageOf, pageError } from '../page/load-page.ts';
import type { LoaderArgs } from '../page/root.server.ts';
import { StaticLink } from '../page/static-link.tsx';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
/** Search parameter of a day or a month: `11-27`, `11`. */
const DATE_PARAM = 'date';

const monthNames = cachedFormat(
  (locale, _language, month: 'long' | 'short') => new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
);
const monthName = (month: number, language: Language, style: 'long' | 'short' = 'long'): string =>
  monthNames(language, style).format(new Date(Date.UTC(2026, month - 1, 1)));
const datePath = (month: number): string =>
  `${paths.reading('on-this-day')}?${DATE_PARAM}=${String(month).padStart(2, '0')}`;

/** The month in the address; undefined where the address names no month. */
function askedMonth(address: URLSearchParams): number | undefined {
  const [, month = ''] = /^(\d{1,2})(?:-\d{1,2})?$/.exec(address.get(DATE_PARAM) ?? '') ?? [];
  return MONTHS.find((one) => one === Number(month));
}

/** What happened in a month, in any year. */
export async function eventsOf(args: LoaderArgs, month: number): Promise<Anniversary[]> {
  const query = { language: languageOf(args), month };
  const { answer } = await callUnvalidated(args.context, findAnniversaries, { query }).catch(pageError);
  return answer;
}

/** The month of the directory's own day. Reading it makes the page stale on the next day. */
export const monthOfToday = ({ context }: LoaderArgs): { month: number; year: number; today: string } => {
  const { today } = context.get(pageContext);
  return { today, month: Number(today.slice(5, 7)), year: Number(today.slice(0, 4)) };
};

export async function readMonth(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const language = languageOf(args);
  const { month: now, year } = monthOfToday(args);
  const month = askedMonth(args.url.searchParams) ?? now;
  const events = await eventsOf(args, month);
  const name = monthName(month, language);
  return {
    title: t('onThisDay.title', { month: name }),
    description: t('onThisDay.text', { month: name }),
    body: <Month month={month} year={year} events={events} others={othersOf(args.url.searchParams)} />,
  };
}

function Month({
  month,
  year,
  events,
  others,
}: {
  month: number;
  year: number;
  events: readonly Anniversary[];
  others: string;
}) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  const years = [...new Set(events.map((event) => event.year))];
  return (
    <>
      <nav aria-label={t('onThisDay.months')}>
        <ul className="flex flex-wrap gap-2">
          {MONTHS.map((one) => (
            <li key={one}>
              <StaticLink
                to={datePath(one)}
                aria-label={monthName(one, language)}
                aria-current={one === month ? 'page' : undefined}
                className="flex min-h-11 min-w-11 items-center whitespace-nowrap justify-center whitespace-nowrap rounded-full border border-line px-3 text-sm hover:border-accent aria-[current]:border-accent aria-[current]:bg-tint"
              >
                {monthName(one, language, 'short')}
              </StaticLink>
            </li>
          ))}
        </ul>
      </nav>
      {events.length === 0 ? <p className="mt-8 text-soft">{t('onThisDay.none')}</p> : null}
      <ol className="mt-8">
        {years.map((one) => (
          <li key={one} className="year-of">
            <h2>
              <b className="figure text-3xl">{one}</b>
              <small className="block text-soft text-sm">
                {one >= year ? t('onThisDay.thisYear') : t('onThisDay.yearsAgo', { count: year - one })}
              </small>
            </h2>
            <ul>
              {events
                .filter((event) => event.year === one)
                .map((event) => (
                  <EventRow key={`${event.company.id} ${event.text}`} event={event} others={others} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

function EventRow({
  event: { company, text, language: written },
  others,
}: {
  event: Anniversary;
  others: string;
}) {
  const { language } = useRoot();
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
        <p lang={written === language ? undefined : written}>{text}</p>
      </div>
    </li>
  );
}

/** Events of the block on the home page. */
const EVENTS_AT_HOME = 3;

/** Events of a month for a day: others on each of its days, the same for every reader. */
export function eventsForDay(events: readonly Anniversary[], today: string): Anniversary[] {
  const day = Number(today.slice(8, 10)) - 1;
  const from = (day * EVENTS_AT_HOME) % Math.max(events.length, 1);
  return [...events, ...events]
    .slice(from, from + Math.min(EVENTS_AT_HOME, events.length))
    .sort((a, b) => b.year - a.year);
}

/** Anniversaries of the current month, on the home page. */
export function MonthAtHome({
  month,
  year,
  events,
  others,
}: {
  month: number;
  year: number;
  events: readonly Anniversary[];
  others: string;
}) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  if (events.length === 0) return null;
  const name = monthName(month, language);
  return (
    <section aria-labelledby="on-this-day" className="border-line border-t py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="on-this-day" className="text-2xl">
          {t('onThisDay.title', { month: name })}
        </h2>
        <StaticLink to={paths.reading('on-this-day')} className="link onward">
          {t('onThisDay.all', { month: name })}
        </StaticLink>
      </div>
      <p className="text-soft">{t('onThisDay.short')}</p>
      <ul className="mt-3 grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-3">
        {events.map((event) => (
          <li key={`${event.company.id} ${event.text}`}>
            <p className="mb-1">
              <b className="figure text-xl">{event.year}</b>{' '}
              <small className="text-soft text-sm">
                {event.year >= year
                  ? t('onThisDay.thisYear')
                  : t('onThisDay.yearsAgo', { count: year - event.year })}
              </small>
            </p>
            <ul>
              <EventRow event={event} others={others} />
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
