import { readAiUsage } from '../../../core/ai/usage-calls.ts';
import { PROVIDER_NAMES } from '../../../core/settings/rules.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Progress } from '../../shared/ui/progress.tsx';
import { dollars } from '../ai/ai-cost.tsx';
import { useCall } from '../shared/api.ts';

/** What the questions to AI of this month and the last ones took, beside the limit. Needs the texts of `settings`. */
export function AiUsageTotals() {
  const { t } = useTranslation(['settings', 'problems']);
  const { language } = useRoot();
  const usage = useCall(readAiUsage, {});
  if (!usage.data) return null;
  const { month, spent, limit, months } = usage.data;
  const number = (value: number) => formatNumber(value, language);
  const text = limit
    ? t('settings:usage.ofLimit', { spent: number(spent), limit: number(limit) })
    : t('settings:usage.spent', { spent: number(spent) });
  return (
    <div>
      <h2 className="font-medium">{t('settings:usage.title')}</h2>
      {limit ? (
        <div className="mt-1">
          <Progress value={Math.min(spent, limit)} total={limit} label={text} />
          {spent >= limit ? (
            <p className="mt-1 text-danger text-sm">{t('problems:problem.ai_limit_spent')}</p>
          ) : null}
        </div>
      ) : (
        <p className="number mt-1 text-soft text-sm">{text}</p>
      )}
      {months.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
        <section tabIndex={0} aria-label={t('settings:usage.title')} className="mt-3 overflow-x-auto">
          <table className="number w-full min-w-120 text-left text-sm">
            <thead className="text-soft">
              <tr>
                {(['month', 'model', 'requests', 'input', 'output', 'cost'] as const).map((column, index) => (
                  <th
                    key={column}
                    scope="col"
                    className={`py-1 pr-4 font-normal ${index > 1 ? 'text-right' : ''}`}
                  >
                    {t(`settings:usage.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-y">
              {months.map((row) => (
                <tr key={`${row.month} ${row.provider} ${row.model}`}>
                  <th scope="row" className="whitespace-nowrap py-2 pr-4 font-normal">
                    {shortMonth(row.month, language)}
                    {row.month === month ? (
                      <span className="text-soft"> · {t('settings:usage.now')}</span>
                    ) : null}
                  </th>
                  <td className="py-2 pr-4">
                    {PROVIDER_NAMES[row.provider]} <span className="text-soft">{row.model}</span>
                  </td>
                  {[row.requests, row.input_tokens, row.output_tokens].map((value, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: three columns in their order
                    <td key={index} className="py-2 pr-4 text-right">
                      {number(value)}
                    </td>
                  ))}
                  <td className="py-2 text-right">
                    {row.cost === null ? (
                      <span className="text-soft">{t('settings:usage.unknown')}</span>
                    ) : (
                      dollars(row.cost, language)
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      <p className="mt-2 text-soft text-sm">{t('settings:usage.text')}</p>
    </div>
  );
}

const shortMonth = (month: string, language: string) =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
