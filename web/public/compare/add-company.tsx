import { Form, useLocation } from 'react-router';
import type { RankedCompany } from '../../../core/companies/calls.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { typedLanguage } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { PageLink } from '../../shared/layout/link.tsx';
import { IDS_PARAM, inLanguage, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { PlusIcon } from '../../shared/ui/icons.tsx';

/** Which companies are offered: what was looked for, those near the first, or the best. */
export type Offer = 'found' | 'near' | 'best';

/** A further company: by a search, or one of those that are offered. It works without a script. */
export function AddCompany({
  ids,
  q,
  offer,
  offered,
  near,
  addressWith,
  onAdd,
}: {
  ids: readonly string[];
  q: string;
  offer: Offer;
  offered: readonly RankedCompany[];
  /** The name of the company that the offered ones are near. */
  near: string;
  addressWith: (id: string) => string;
  onAdd: (company: RankedCompany) => void;
}) {
  const { t } = useTranslation(['compare', 'companies']);
  const { language } = useRoot();
  const prefix = pathLanguage(useLocation().pathname);
  const revenueText = useRevenueText();
  const heading = {
    found: t('addFound'),
    near: t('addNear', { name: near }),
    best: t('addBest'),
  }[offer];
  return (
    <section aria-labelledby="add-company" className="mt-12 border-line border-t pt-8 print:hidden">
      <h2 id="add-company" className="text-2xl">
        {t('add')}
      </h2>
      <p className="mt-1 text-soft">{t('addText')}</p>
      <Form
        key={q}
        method="get"
        action={inLanguage(paths.compare(), prefix)}
        role="search"
        preventScrollReset
        className="mt-4 flex max-w-xl flex-wrap items-end gap-3"
      >
        {ids.length > 0 ? <input type="hidden" name={IDS_PARAM} value={ids.join(',')} /> : null}
        <label className="min-w-[min(12rem,100%)] flex-1">
          <span className="mb-1 block text-soft text-sm">{t('companies:search')}</span>
          <input
            className="field"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            placeholder={t('companies:searchPlaceholder')}
          />
        </label>
        <button type="submit" className="button">
          {t('companies:search')}
        </button>
      </Form>
      <h3 className="mt-6 text-lg">{heading}</h3>
      {offered.length === 0 ? (
        <p className="mt-3 text-soft" role="status">
          {t('companies:noMatch')}
        </p>
      ) : null}
      <ul className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {offered.map((company) => (
          <li key={company.id} data-category={company.category}>
            <PageLink
              to={addressWith(company.id)}
              rel="nofollow"
              preventScrollReset
              aria-label={t('addOne', { name: company.name })}
              className="flex h-full items-center gap-3 rounded-xl border border-line p-3 hover:bg-tint"
              onClick={() => onAdd(company)}
            >
              <LogoTile company={company} size="small" />
              <span className="min-w-0 flex-1">
                <span
                  lang={typedLanguage(company.name, language)}
                  className="wrap-anywhere block font-medium"
                >
                  {company.name}
                </span>
                <span className="block text-soft text-sm">{revenueText(company.revenue)}</span>
              </span>
              <PlusIcon />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
