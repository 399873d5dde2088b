import type { CompanyDetail, ListedCompany } from '../../core/companies/calls.ts';
import { inLanguage, paths } from '../paths.ts';
import type { RootData } from '../root-data.ts';

/** schema.org descriptions of what a page shows. */
export function itemList(companies: readonly ListedCompany[], { site, language }: RootData): object {
  return {
    '@type': 'ItemList',
    itemListElement: companies.slice(0, 50).map((company, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: company.name,
      url: `${site.url}${inLanguage(paths.company(company.id), language)}`,
    })),
  };
}

export function organization(company: CompanyDetail, { site }: RootData): object {
  return {
    '@type': 'Organization',
    name: company.name,
    description: company.description,
    ...(company.website ? { url: company.website } : {}),
    ...(company.logo ? { logo: new URL(company.logo, site.url).href } : {}),
    ...(company.founded === null ? {} : { foundingDate: String(company.founded) }),
    ...(company.employees === null
      ? {}
      : { numberOfEmployees: { '@type': 'QuantitativeValue', value: company.employees } }),
    founder: company.founder
      .split(/[,、，]\s*/)
      .filter(Boolean)
      .map((name) => ({ '@type': 'Person', name })),
  };
}

export function breadcrumbs(
  steps: readonly { name: string; path: string }[],
  { site, language }: RootData,
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: step.name,
      item: `${site.url}${inLanguage(step.path, language)}`,
    })),
  };
}
