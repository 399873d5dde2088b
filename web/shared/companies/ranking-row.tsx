import type { ComponentProps, ReactNode } from 'react';
import { useFollowLinks } from '#engine/static-html';
import type { ListedCompany, RankedCompany } from '../../../core/companies/calls.ts';
import { ownField, ownIdOf, ownLabel } from '../../../core/companies/own-fields.ts';
import { isOfOneTime } from '../../../core/companies/per-person.ts';
import type { Sort } from '../../../core/companies/sorts.ts';
import { langOf } from '../../../core/text.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { panelAddress } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { Marked } from '../search/marked.tsx';
import { BigFigures } from './big-figures.tsx';
import { PAGE_LENGTH, rowsClass } from './list.ts';
import { LogoTile } from './logo-tile.tsx';
import { ownFactsAt, ownText } from './own-facts.ts';
import { useRevenueKind, useRevenueText } from './revenue-text.tsx';

/**
 * Rows added to a ranking on request.
 * @param shown number of rows before the added rows
 * @param came number of added rows that are restored when the reader returns to the page
 */
export function MoreRows({
  companies,
  total,
  shown,
  came,
  sort,
  others,
}: {
  companies: readonly RankedCompany[];
  total: number;
  shown: number;
  came: number;
  sort: Sort;
  others: string;
}) {
  const { t } = useTranslation('companies');
  const follow = useFollowLinks();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on one of its links clicks it
    <ol className={rowsClass(total)} aria-label={t('ranking')} onClick={follow}>
      {companies.map((company, i) => (
        <RankingRow
          key={company.id}
          isNext={i >= came && i % PAGE_LENGTH === 0}
          place={shown + i + 1}
          {...{ company, sort, others }}
        />
      ))}
    </ol>
  );
}

/**
 * A company in a ranking. Its name is the link, stretched over the row; a button chooses it to compare. Drawn on
 * the server, and in the browser where more are asked for.
 */
export function RankingRow({
  company,
  place,
  sort,
  others,
  isNext = false,
}: {
  company: RankedCompany;
  /** In the order of the list, from 1. */
  place: number;
  sort: Sort;
  /** How an address of the list begins (`othersOf`). */
  others: string;
  /** First of the rows that were added on request; receives the focus. */
  isNext?: boolean;
}) {
  return (
    <li data-category={company.category}>
      <RowContent
        company={company}
        link={{ href: panelAddress(others, company.id), ref: isNext ? focusRow : undefined }}
        facts={<RowFacts company={company} />}
        rank={hasPlaces(sort) ? place : company.rank}
        lead={<Lead company={company} sort={sort} />}
      />
    </li>
  );
}

/** Whether the rows of an order are counted: the place in the score's stands beside it then. */
const hasPlaces = (sort: Sort) => sort !== 'score' && sort !== 'relevance' && sort !== 'name';

const focusRow = (row: HTMLElement | null) => row?.focus({ preventScroll: true });

/** A row that leads nowhere: of a company that is not saved yet. */
export function RankingRowPreview({ company, rank }: { company: RowCompany; rank: number }) {
  return (
    <div data-category={company.category}>
      <RowContent company={company} rank={rank} lead={<Points score={company.score} />} />
    </div>
  );
}

/** What a row shows of a company. */
type RowCompany = Pick<
  ListedCompany,
  | 'id'
  | 'category'
  | 'revenue_per_person'
  | 'name'
  | 'logo'
  | 'score'
  | 'likes'
  | 'description'
  | 'revenue'
  | 'employees'
  | 'founder'
  | 'founded'
> &
  Pick<RankedCompany, 'match'>;

/**
 * Year and basis of the revenue, revenue per person, end of the company (closed or acquired) and own facts.
 */
function RowFacts({ company }: { company: ListedCompany }) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const revenueKind = useRevenueKind();
  const { revenue_as_of, revenue_per_person, status } = company;
  const when = [revenue_as_of === null ? '' : String(revenue_as_of), revenueKind(company)].filter(Boolean);
  const isOver = status?.kind === 'closed' || status?.kind === 'acquired';
  return (
    <>
      {when.length > 0 ? <small>{when.join(' · ')}</small> : null}
      {revenue_per_person !== null && isOfOneTime(company) && company.employees !== 1 ? (
        <small>
          {t('common:labelled', {
            label: t('perPerson'),
            value: formatAmount(revenue_per_person, 'USD', language),
          })}
        </small>
      ) : null}
      {isOver ? (
        <small className="over">{[t(`status_${status.kind}`), status.year].filter(Boolean).join(' ')}</small>
      ) : null}
      {ownFactsAt('row', company.fields, language).map(({ field, label, text, lang }) => (
        <small key={field.id} lang={lang}>
          {t('common:labelled', { label, value: text })}
        </small>
      ))}
    </>
  );
}

/** What a row shows anyway. */
const VISIBLE_MATCHES: readonly NonNullable<RankedCompany['match']>['field'][] = ['name', 'founder'];

function Points({ score }: { score: number }) {
  const { t } = useTranslation('companies');
  return <b>{t('pts', { score })}</b>;
}

/** Figure that sorts the list, then the points, unless the points are this figure. */
function Lead({ company, sort }: { company: RankedCompany; sort: Sort }) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const { employees, founded, revenue_per_person: perPerson, score, views } = company;
  const number = (value: number) => formatNumber(value, language);
  const leads: Partial<Record<Sort, string | false>> = {
    views: t('viewCount', { count: views, number: number(views) }),
    revenue: revenueText(company.revenue),
    employees: employees !== null && t('people', { count: employees, number: number(employees) }),
    revenue_per_person:
      perPerson !== null && `${formatAmount(perPerson, 'USD', language)} ${t('perPerson').toLowerCase()}`,
    founded: founded !== null && t('common:labelled', { label: t('founded'), value: founded }),
  };
  const own = ownField(ownIdOf(sort) ?? '');
  const value = own && company.fields?.[own.id];
  const lead =
    own && value !== undefined
      ? t('common:labelled', { label: ownLabel(sort, language), value: ownText(own, value, language) })
      : leads[sort];
  const rank = hasPlaces(sort) ? ` · ${t('rankByScore', { rank: company.rank })}` : '';
  if (!lead)
    return (
      <>
        <Points score={score} />
        {rank}
      </>
    );
  return (
    <>
      <b>{lead}</b>
      {` · ${t('pts', { score })}${rank}`}
    </>
  );
}

/** Read out in the order of its elements, which is not the one they are seen in: name, sentence, figures, place. */
function RowContent({
  company,
  link,
  facts,
  rank,
  lead,
}: {
  company: RowCompany;
  /** Where the row leads. */
  link?: ComponentProps<'a'>;
  /** Below its figures. */
  facts?: ReactNode;
  rank: number;
  /** The figure by which the list is sorted. */
  lead: ReactNode;
}) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const { match, name, description, founder, founded } = company;
  const isFoundInText = match?.field === 'description' && match.text === description;
  const isFoundElsewhere = match && !VISIBLE_MATCHES.includes(match.field) && match.text !== description;
  const shownName = match?.field === 'name' ? <Marked {...match} /> : name;
  return (
    <div className="row">
      <LogoTile company={company} size="small" />
      <h2 lang={langOf(name, language)}>{link ? <a {...link}>{shownName}</a> : shownName}</h2>
      <div className="row-text">
        <p lang={langOf(description, language)}>{isFoundInText ? <Marked {...match} /> : description}</p>
        {isFoundElsewhere ? (
          <p lang={langOf(match.text, language)} className="found">
            <Marked {...match} />
          </p>
        ) : null}
      </div>
      <div className="row-facts">
        <BigFigures company={company} />
        {facts}
        <small className="row-founder">
          {t('common:labelled', { label: t('founder'), value: '' })}
          {match?.field === 'founder' && match.text === founder ? <Marked {...match} /> : founder}
        </small>
        {founded === null ? null : (
          <small>{t('common:labelled', { label: t('founded'), value: founded })}</small>
        )}
      </div>
      <small>
        {lead}
        {' · ♥ '}
        <i>{formatNumber(company.likes, language)}</i>
        <span className="sr-only">{` ${t('likes')}`}</span>
      </small>
      <b>{`#${rank}`}</b>
      {link ? (
        <button
          type="button"
          className="row-compare"
          aria-label={t('common:labelled', { label: t('compare'), value: name })}
        />
      ) : null}
    </div>
  );
}
