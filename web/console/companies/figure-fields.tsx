import type { CompanyFigure } from '../../../core/companies/facts.ts';
import { SHARED, type SharedName } from '../../../core/companies/fields.ts';
import { FIGURES, type Figure } from '../../../core/companies/figures.ts';
import { FOLLOWING, figureAsHeadline, type Headline } from '../../../core/companies/headline.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { CompanyField } from './company-field.tsx';
import { type FigureDraft, keepClaims, openClaims } from './figure-draft.ts';

/**
 * When and how a figure was true, beneath the figure. Of a new figure it asks what is not said yet.
 * Needs the texts of `edit` and `companies`.
 */
export function FigureClaims({
  figure,
  draft,
  stored,
  problem,
  onChange,
}: {
  figure: Figure;
  draft: FigureDraft;
  /** What the company has now; absent for a new one. */
  stored?: FigureDraft;
  problem(field: SharedName): string | undefined;
  onChange(changes: Partial<FigureDraft>): void;
}) {
  const { t } = useTranslation(['edit', 'companies']);
  const { isOpen, canKeep } = stored ? openClaims(stored, draft, figure) : { isOpen: false, canKeep: false };
  return (
    <>
      {FIGURES[figure].map((field) => (
        <CompanyField
          key={field}
          fields={SHARED}
          name={field}
          draft={draft}
          problem={problem(field)}
          onChange={onChange}
        />
      ))}
      <div aria-live="polite" className={isOpen ? undefined : 'sr-only'}>
        {isOpen ? (
          <div className="rounded-lg border border-line bg-tint px-3 py-2 text-sm">
            <p>{t(`edit:newFigure.${figure}`)}</p>
            {canKeep && stored ? (
              <Button className="mt-2" onClick={() => onChange(keepClaims(stored, draft, figure))}>
                {t('edit:newFigure.keep')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  );
}

/**
 * Whether a headline follows the latest of the figures, and which that is. Needs the texts of `edit`
 * and `companies`.
 */
export function FollowSwitch({
  headline,
  follows,
  figure,
  onChange,
}: {
  headline: Headline;
  follows: boolean;
  /** The figure that the headline follows; undefined without figures. */
  figure: CompanyFigure | undefined;
  onChange(follows: boolean): void;
}) {
  const { t } = useTranslation(['edit', 'companies']);
  const { revenue_basis } = figure ? figureAsHeadline(figure, headline) : {};
  const kind =
    revenue_basis && revenue_basis !== 'annual' ? `, ${t(`companies:basis_${revenue_basis}`)}` : '';
  return (
    <div className="-mt-2">
      <div className="flex items-center justify-between gap-4 text-sm">
        <span aria-hidden="true">{t('edit:follows.latest')}</span>
        <Switch label={t(`edit:fields.${FOLLOWING[headline]}`)} checked={follows} onChange={onChange} />
      </div>
      <p role="status" className="text-soft text-sm empty:hidden">
        {figure && follows ? t('edit:follows.shown', { year: `${figure.year}${kind}` }) : null}
        {!figure && follows ? t(`edit:follows.none.${headline}`) : null}
      </p>
    </div>
  );
}
