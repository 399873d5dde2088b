import { SHARED, type SharedField } from '../../core/companies/fields.ts';
import { FIGURES, type Figure } from '../../core/companies/figures.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
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
  problem(field: SharedField): string | undefined;
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
