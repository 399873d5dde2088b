import { categoryOutline } from '../../../core/categories.ts';
import { outOfBounds } from '../../../core/companies/category-bounds.ts';
import { isYearly } from '../../../core/companies/per-person.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dollarsInWords } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';

const figureOf = (text: unknown): number | null => {
  const number = Number(text);
  return text === null || text === undefined || text === '' || Number.isNaN(number) ? null : number;
};

/** Figures of a draft that companies of its category do not usually have. Needs the texts of `edit`. */
export function CategoryWarning({ draft }: { draft: object }) {
  const { t } = useTranslation(['edit', 'categories']);
  const { language } = useRoot();
  const { category, revenue, revenue_basis, employees, founded } = draft as Record<string, string | null>;
  const outline = categoryOutline(category ?? '');
  const counted = { revenue: revenue ?? '', revenue_basis: revenue_basis ?? null };
  const warnings = outOfBounds(outline?.bounds, {
    employees: figureOf(employees),
    revenue: isYearly(counted) ? parseRevenue(counted.revenue) : null,
    founded: figureOf(founded),
  });
  return (
    <div role="status" className="text-sm text-warning">
      {warnings.map(({ field, end, limit }) => (
        <p key={field}>
          {t(`edit:outside.${field}_${end}`, {
            category: outline ? t(`categories:${outline.id}.name`) : '',
            limit:
              field === 'revenue'
                ? dollarsInWords(limit, language)
                : field === 'founded'
                  ? String(limit)
                  : formatNumber(limit, language),
          })}
        </p>
      ))}
    </div>
  );
}
