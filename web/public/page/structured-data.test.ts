import { expect, test } from 'vitest';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { RootData } from '../../shared/root-data.ts';
import { organization } from './structured-data.ts';

const root = { site: { url: 'https://giants.example' }, language: 'en' } as RootData;
const company = {
  name: 'Quiet Loom',
  description: 'Weaves.',
  website: 'https://loom.example',
  logo: '/logos/loom.svg',
  founded: 1999,
  employees: 7,
  founder: 'Ada Loom, Bo Loom',
  founders: [] as CompanyDetail['founders'],
  country: 'KR',
  city: 'Busan',
  status: null as CompanyDetail['status'],
} as CompanyDetail;

test('an organization has its founders, its place and its people', () => {
  expect(organization(company, root)).toEqual({
    '@type': 'Organization',
    name: 'Quiet Loom',
    description: 'Weaves.',
    url: 'https://loom.example',
    logo: 'https://giants.example/logos/loom.svg',
    foundingDate: '1999',
    numberOfEmployees: { '@type': 'QuantitativeValue', value: 7 },
    founder: [
      { '@type': 'Person', name: 'Ada Loom' },
      { '@type': 'Person', name: 'Bo Loom' },
    ],
    location: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: 'Busan', addressCountry: 'KR' },
    },
  });
  const founders = [{ id: 'ada-loom', name: 'Ada L. Loom' }];
  expect(organization({ ...company, founders }, root)).toMatchObject({
    founder: [{ '@type': 'Person', name: 'Ada L. Loom' }],
  });
});

test('it ended, or belongs to another, only where that is so', () => {
  const of = (status: CompanyDetail['status']) => organization({ ...company, status }, root);
  expect(of({ kind: 'closed', year: 2021 })).toMatchObject({ dissolutionDate: '2021' });
  expect(of({ kind: 'acquired', year: 2021, by: 'Large Ltd' })).toMatchObject({
    parentOrganization: { '@type': 'Organization', name: 'Large Ltd' },
  });
  expect(of({ kind: 'closed', year: 2021, by: 'Large Ltd' })).not.toHaveProperty('parentOrganization');
  for (const status of [
    { kind: 'acquired', year: 2021 },
    { kind: 'listed', year: 2021, by: 'Large Ltd' },
    { kind: 'independent' },
    { kind: 'closed' },
    null,
  ] as const) {
    expect(of(status)).not.toHaveProperty('dissolutionDate');
    expect(of(status)).not.toHaveProperty('parentOrganization');
  }
});

test('what is not known is not said', () => {
  const unknown = { ...company, website: '', logo: null, founded: null, employees: null, founder: '' };
  expect(organization({ ...unknown, country: null, city: null }, root)).toEqual({
    '@type': 'Organization',
    name: 'Quiet Loom',
    description: 'Weaves.',
    founder: [],
  });
});
