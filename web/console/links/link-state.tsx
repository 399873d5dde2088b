import {
  isFailure,
  LINK_FAILURES_BEFORE_REPORT,
  type LinkAnswer,
  type LinkCheck,
} from '../../../core/links/rules.ts';
import { formatDay } from '../../i18n/days.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dayInSite } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';

/** What is wrong with an address, in a word. */
function linkReasonText(t: Translate<'edit'>, { status, failure }: LinkAnswer): string {
  if (failure !== null) return t(`edit:links.${failure}`);
  return t(status < 500 ? 'edit:links.gone' : 'edit:links.broken', { status });
}

/** What the address of a source answered when it was last asked. Needs the texts of `edit`. */
export function LinkState({ check }: { check: LinkCheck }) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const { status, failure, failures } = check;
  const answer = { status, failure } as LinkAnswer;
  const date = formatDay(dayInSite(check.checked_at, language), language);
  if (isFailure(answer)) {
    const reason = linkReasonText(t, answer);
    return (
      <p
        className={`mt-1 text-xs ${failures >= LINK_FAILURES_BEFORE_REPORT ? 'text-danger' : 'text-warning'}`}
      >
        {failures >= LINK_FAILURES_BEFORE_REPORT
          ? t('edit:links.failedAgain', { reason, count: failures, date })
          : t('edit:links.failed', { reason, date })}
      </p>
    );
  }
  return (
    <p className="mt-1 text-soft text-xs">
      {status !== null && status < 400
        ? t('edit:links.answered', { date })
        : t('edit:links.closed', { status, date })}
    </p>
  );
}
