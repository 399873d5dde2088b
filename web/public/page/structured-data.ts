import type { CompanyDetail, ListedCompany } from '../../../core/companies/calls.ts';
import { logoAddress } from '../../../core/companies/logo-address.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import type { RootData } from '../../shared/root-data.ts';

/** JSON-LD of a schema.org description; `<` is escaped, so that the text cannot close its script element. */
export const descriptionText = (description: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...description }).replaceAll('<', '\\u003c');

/** Pages that a page lists, as schema.org describes them. @param items with their paths without language */
export function listOfPages(
  items: readonly { name: string; path: string }[],
  { site, language }: RootData,
): object {
  return {
    '@type': 'ItemList',
    itemListElement: items.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      url: `${site.url}${inLanguage(path, language)}`,
    })),
  };
}

/** The first companies of a ranking. */
export const itemList = (companies: readonly ListedCompany[], root: RootData): object =>
  listOfPages(
    companies.slice(0, 50).map(({ id, name }) => ({ name, path: paths.company(id) })),
    root,
  );

const namesOf = ({ founders, founder }: CompanyDetail) =>
  founders.length > 0 ? founders.map(({ name }) => name) : founder.split(/[,、，]\s*/).filter(Boolean);

export function organization(company: CompanyDetail, { site }: RootData): object {
  const { status } = company;
  return {
    '@type': 'Organization',
    name: company.name,
    description: company.description,
    ...(company.website ? { url: company.website } : {}),
    ...(company.logo ? { logo: new URL(logoAddress(company.id, company.logo), site.url).href } : {}),
    ...(company.founded === null ? {} : { foundingDate: String(company.founded) }),
    ...(company.employees === null
      ? {}
      : { numberOfEmployees: { '@type': 'QuantitativeValue', value: company.employees } }),
    founder: namesOf(company).map((name) => ({ '@type': 'Person', name })),
    ...(company.country || company.city
      ? {
          location: {
            '@type': 'Place',
            address: {
              '@type': 'PostalAddress',
              ...(company.city ? { addressLocality: company.city } : {}),
              ...(company.country ? { addressCountry: company.country } : {}),
            },
          },
        }
      : {}),
    ...(status?.kind === 'closed' && status.year !== undefined
      ? { dissolutionDate: String(status.year) }
      : {}),
    ...(status?.kind === 'acquired' && status.by !== undefined
      ? { parentOrganization: { '@type': 'Organization', name: status.by } }
      : {}),
  };
}

export function person(name: string, path: string, { site, language }: RootData): object {
  return { '@type': 'Person', name, url: `${site.url}${inLanguage(path, language)}` };
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
