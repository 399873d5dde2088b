import type { AdminCompanyRow } from '../../../core/companies/admin-calls.ts';
import type { Headline } from '../../../core/companies/headline.ts';
import { type Language, offeredLanguages } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { useRoot } from '../../shared/root-data.ts';
import { OpenLink } from '../shared/opened.tsx';
import { DraftBadge } from './draft-notice.tsx';
import { Reasons } from './issue-filter.tsx';
import { markedRow } from './marked-row.ts';

/** What can be done with a company of the table. */
export interface RowActions {
  edit(company: AdminCompanyRow): void;
  setShown(company: AdminCompanyRow, shown: boolean): void;
  remove(company: AdminCompanyRow): void;
  askAi(company: AdminCompanyRow): void;
  changeFigure(company: AdminCompanyRow, headline: Headline): void;
}

export function CompanyCell({ company }: { company: AdminCompanyRow }) {
  const { t } = useTranslation(['edit', 'categories']);
  const { language } = useRoot();
  const facts = [
    company.founder,
    company.revenue,
    company.employees === null
      ? ''
      : t('people', { count: company.employees, number: formatNumber(company.employees, language) }),
    t('points', { score: company.score }),
  ].filter(Boolean);
  return (
    <div className="flex items-center gap-3">
      <span data-category={company.category} className="hidden sm:block">
        <LogoTile company={markedRow(company)} size="small" />
      </span>
      <div className="min-w-0">
        <OpenLink
          parameter={EDIT_PARAMETER}
          id={company.id}
          className={`link line-clamp-2 font-medium @4xl:line-clamp-1 ${company.show_on_site ? '' : 'text-soft'}`}
        >
          {company.name}
        </OpenLink>
        <p className="number text-soft text-sm @4xl:hidden">{facts.join('\u00a0· ')}</p>
        {/* One line in the table, so that many rows fit on a screen. */}
        <div className="text-soft text-xs @4xl:flex @4xl:h-4.5 @4xl:items-center @4xl:gap-x-2 @4xl:overflow-hidden @4xl:whitespace-nowrap">
          {company.draft ? (
            <p className="max-@4xl:mt-1">
              <DraftBadge state={company.draft} />
            </p>
          ) : null}
          <Reasons reasons={company.reasons} />
          <p className="min-w-0 shrink-9999 @4xl:truncate">
            {t(`categories:${company.category}.name`)}
            <LanguageNotes company={company} />
          </p>
        </div>
      </div>
    </div>
  );
}

/** Named only where something is to do: languages that lack a text, and texts that are behind. */
function LanguageNotes({ company }: { company: AdminCompanyRow }) {
  const { t } = useTranslation('edit');
  const missing = offeredLanguages().filter((language) => !company.available_languages.includes(language));
  const codes = (languages: readonly Language[]) => languages.map((code) => code.toUpperCase()).join(' ');
  return (
    <>
      {missing.length > 0 ? (
        <>
          {' · '}
          <span className="whitespace-nowrap">{t('missing', { languages: codes(missing) })}</span>
        </>
      ) : null}
      {company.pending_languages.length > 0 ? (
        <>
          {' · '}
          <span className="whitespace-nowrap text-warning">
            {t('pending', { languages: codes(company.pending_languages) })}
          </span>
        </>
      ) : null}
    </>
  );
}

/** A number of a row; pressed, it is changed with its year and source. */
export function FigureCell({
  company,
  headline,
  text,
  actions,
}: {
  company: AdminCompanyRow;
  headline: Headline;
  text: string;
  actions: RowActions | null;
}) {
  const { t } = useTranslation('edit');
  if (!actions) return text;
  return (
    <button
      type="button"
      className="-ml-2 min-h-11 min-w-11 max-w-full truncate rounded-lg px-2 text-left hover:bg-tint"
      aria-label={t('rowFigure.open', {
        field: t(`fields.${headline}`),
        name: company.name,
        value: text || t('noValue'),
      })}
      onClick={() => actions.changeFigure(company, headline)}
    >
      {text || '–'}
    </button>
  );
}

export function ActionsCell({ company, actions }: { company: AdminCompanyRow; actions: RowActions }) {
  const { t } = useTranslation('edit');
  const { name } = company;
  const look = 'inline-flex min-h-11 items-center rounded-lg px-2 text-sm whitespace-nowrap hover:bg-tint';
  return (
    <div className="-ml-2 flex items-center">
      <button
        type="button"
        className={`${look} text-accent`}
        aria-label={t('named.aiUpdate', { name })}
        onClick={() => actions.askAi(company)}
      >
        {t('actions.aiUpdate')}
      </button>
      <button
        type="button"
        className={`${look} text-accent`}
        aria-label={t('named.edit', { name })}
        onClick={() => actions.edit(company)}
      >
        {t('actions.edit')}
      </button>
      <button
        type="button"
        className={`${look} text-danger`}
        aria-label={t('named.delete', { name })}
        onClick={() => actions.remove(company)}
      >
        {t('actions.delete')}
      </button>
    </div>
  );
}
