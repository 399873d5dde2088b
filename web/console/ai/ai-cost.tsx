import { useQuery } from '@tanstack/react-query';
import { estimateAi } from '../../../core/ai/usage-calls.ts';
import type { Sent } from '../../../core/call.ts';
import { type Language, LOCALES } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useRoot } from '../../shared/root-data.ts';

/** An amount of US dollars, with as many digits as say something of it. */
export const dollars = (amount: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: amount > 0 && amount < 1 ? 4 : 2,
  }).format(amount);

/** What a job would take, before it starts. Needs the texts of `ai`. */
export function AiCost({ job, enabled }: { job: Sent<typeof estimateAi>['body']; enabled: boolean }) {
  const { t } = useTranslation('ai');
  const { language } = useRoot();
  const { data, error } = useQuery({
    queryKey: [estimateAi.name, job],
    queryFn: () => callFromBrowser(estimateAi, { body: job }),
    enabled,
  });
  // A job can be started without it.
  if (error) return null;
  if (!data) return <p className="mt-2 text-soft text-sm">{t('cost.loading')}</p>;
  const { model, input_tokens, output_tokens, cost, measured, spent, limit } = data;
  const tokens = input_tokens + output_tokens;
  const number = (value: number) => formatNumber(value, language);
  const price =
    cost === null
      ? t('cost.unknownPrice')
      : // Only updates search the web.
        t(job.kind === 'ai-update' ? 'cost.price' : 'cost.priceText', { cost: dollars(cost, language) });
  return (
    <div className="number mt-2 space-y-1 text-soft text-sm">
      <p>
        {t('cost.tokens', { tokens: number(tokens), model })} · {price}
      </p>
      <p>{t(measured ? 'cost.measured' : 'cost.usual')}</p>
      {limit === null ? null : (
        <p className={spent + tokens > limit ? 'text-warning' : undefined}>
          {t('cost.left', { spent: number(spent), limit: number(limit) })}{' '}
          {spent + tokens > limit ? t('cost.beyond') : null}
        </p>
      )}
    </div>
  );
}
