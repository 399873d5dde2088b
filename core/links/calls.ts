import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyParamsSchema } from '../companies/calls.ts';
import { linkCheckSchema, logoStateSchema } from './rules.ts';

export const findSourceChecks = defineCall({
  name: 'findSourceChecks',
  method: 'GET',
  path: '/admin/companies/:id/source-checks',
  access: 'admin',
  permission: 'companies.read',
  tag: 'Companies: administration',
  summary:
    "What the addresses of a company's sources answered when they were last asked: `failures` times in a row that there is no such page, or nothing at all.",
  params: companyParamsSchema,
  answer: z.array(linkCheckSchema),
  problems: ['company_not_found'],
});

export const readLogoState = defineCall({
  name: 'readLogoState',
  method: 'GET',
  path: '/admin/companies/:id/logo',
  access: 'admin',
  permission: 'companies.read',
  tag: 'Companies: administration',
  summary: "Whether a company's logo of another site was fetched, and why not where it failed.",
  params: companyParamsSchema,
  answer: logoStateSchema,
  problems: ['company_not_found'],
});
