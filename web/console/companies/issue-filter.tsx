import { countCompanyIssues } from '../../../core/companies/admin-calls.ts';
import { ISSUES, type IssueReason, OLD_YEARS, UNCHECKED_MONTHS } from '../../../core/companies/issues.ts';
import { formatList } from '../../../core/list-text.ts';
import { formatDay } from '../../i18n/days.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Select } from '../../shared/ui/input.tsx';
import { useCall } from '../shared/api.ts';
import type { EditState } from './edit-list.ts';

const CHIP =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-4 text-sm hover:bg-tint aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-medium';

/**
 * What is to be looked after, each with how many companies there are of it; one that is chosen again
 * is none; and companies with a draft. Needs the texts of `edit` and `drafts`.
 */
export function IssueFilter({
  state: { category, issue, draft, years, months },
  drafts,
  onChange,
}: {
  state: EditState;
  /** Companies with a draft; undefined until they are counted. */
  drafts: number | undefined;
  onChange(changes: Partial<EditState>): void;
}) {
  const { t } = useTranslation(['edit', 'drafts']);
  const { language } = useRoot();
  const counts = useCall(countCompanyIssues, { query: { category, years, months } }).data;
  return (
    <fieldset className="col-span-full flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('edit:issues.label')}</legend>
      {ISSUES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={issue === one}
          className={CHIP}
          onClick={() => onChange({ issue: issue === one ? '' : one })}
        >
          {t(`edit:issues.${one}`)}
          <span className="number text-soft">{counts ? formatNumber(counts[one], language) : '…'}</span>
        </button>
      ))}
      <button
        type="button"
        aria-pressed={draft !== ''}
        className={CHIP}
        onClick={() => onChange({ draft: draft === '' ? 'any' : '' })}
      >
        {t('drafts:filter')}
        <span className="number text-soft">{formatNumber(drafts ?? 0, language)}</span>
      </button>
      {issue === 'old' ? (
        <Age
          label={t('edit:issues.olderThan')}
          values={OLD_YEARS}
          value={years}
          text={(count) => t('edit:issues.years', { count })}
          onChange={(changed) => onChange({ years: changed })}
        />
      ) : null}
      {issue === 'unchecked' ? (
        <Age
          label={t('edit:issues.uncheckedFor')}
          values={UNCHECKED_MONTHS}
          value={months}
          text={(count) => t('edit:issues.months', { count })}
          onChange={(changed) => onChange({ months: changed })}
        />
      ) : null}
    </fieldset>
  );
}

function Age({
  label,
  values,
  value,
  text,
  onChange,
}: {
  label: string;
  values: readonly number[];
  value: number;
  text(value: number): string;
  onChange(value: number): void;
}) {
  return (
    <Select
      className="flex items-center gap-2 [&>div]:mb-0 [&_label]:whitespace-nowrap"
      label={label}
      value={String(value)}
      options={values.map((one) => ({ value: String(one), label: text(one) }))}
      onChange={(changed) => onChange(Number(changed))}
    />
  );
}

function issueReasonText(
  t: Translate<'edit'>,
  reason: IssueReason,
  language: ReturnType<typeof useRoot>['language'],
): string {
  switch (reason.kind) {
    case 'old':
      return t('edit:issues.why.old', { field: t(`edit:fields.${reason.field}`), year: reason.year });
    case 'unchecked':
      return reason.since === null
        ? t('edit:issues.why.never')
        : t('edit:issues.why.since', { date: formatDay(reason.since, language) });
    case 'unsourced': {
      const fields = reason.fields.map((field) => t(`edit:fields.${field}`));
      const figures = reason.figures > 0 ? [t('edit:issues.why.figures', { count: reason.figures })] : [];
      return t('edit:issues.why.unsourced', { what: formatList([...fields, ...figures], language) });
    }
    case 'contradiction': {
      const { field, said, latest, year } = reason;
      return t('edit:issues.why.contradiction', { field: t(`edit:fields.${field}`), said, latest, year });
    }
    case 'broken':
      return t('edit:issues.why.broken', { count: reason.sources });
  }
}

/** Why a company is among those to look after. Needs the texts of `edit`. */
export function Reasons({ reasons }: { reasons: readonly IssueReason[] }) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  if (reasons.length === 0) return null;
  return (
    <ul className="text-warning text-xs max-@4xl:mt-0.5 @4xl:flex @4xl:min-w-0 @4xl:gap-x-2">
      {reasons.map((reason) => {
        const text = issueReasonText(t, reason, language);
        return (
          <li
            key={`${reason.kind} ${'field' in reason ? reason.field : ''}`}
            title={text}
            className="@4xl:truncate"
          >
            {text}
          </li>
        );
      })}
    </ul>
  );
}
