import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime, languageName } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { type CompanyDraft, type DraftProblem, isTextChanged } from './company-draft.ts';

/** A word below a tab's language: what is to be done there. Needs the texts of `edit`. */
export function TextStatus({
  company,
  draft,
  language,
  problems,
}: {
  company: AdminCompany;
  draft: CompanyDraft;
  language: Language;
  problems: DraftProblem[];
}) {
  const { t } = useTranslation('edit');
  const stored = company.content[language];
  if (problems.some((problem) => problem.language === language))
    return <span className="text-danger">{t('status.problem')}</span>;
  if (isTextChanged(company, draft, language))
    return <span className="text-accent">{t('status.unsaved')}</span>;
  if (!stored) return <span>{t('status.missing')}</span>;
  if (stored.pending_since) return <span className="text-warning">{t('status.pending')}</span>;
  if (!stored.reviewed) return <span className="text-warning">{t('status.machine')}</span>;
  return <span>{t('status.current')}</span>;
}

/** Says that a text is behind another language, or made by a machine, and lets it be confirmed as it is. Needs the texts of `edit`. */
export function Freshness({
  company,
  language,
  checked,
  onCheck,
}: {
  company: AdminCompany;
  language: Language;
  checked: boolean;
  onCheck(checked: boolean): void;
}) {
  const { t } = useTranslation('edit');
  const { language: shown } = useRoot();
  const text = company.content[language];
  if (!text || (!text.pending_since && text.reviewed)) return null;
  return (
    <div className="rounded-xl border border-line bg-raised px-4 py-3 text-sm">
      <p>
        {text.pending_since
          ? t('behind', {
              language: languageName(text.pending_language ?? language, shown),
              date: formatDateTime(text.pending_since, shown),
            })
          : t('machine', { model: text.model ?? '' })}
      </p>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={checked}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
        {t('upToDate')}
      </label>
    </div>
  );
}
