import { z } from 'zod';
import { defineCall } from '../call.ts';
import { LIST_MAX, limitSchema, offsetSchema } from '../companies/calls.ts';
import { refusedAs } from '../refusal.ts';
import { optionalOneOf, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';
import { isDay } from '../time.ts';
import { ACTOR_KINDS, SECURITY_EVENTS, SECURITY_OUTCOMES, SECURITY_SOURCES } from './rules.ts';

const tag = 'Security log';

export const securityEventSchema = z.object({
  id: z.string(),
  /** When it happened; of a repeated one, the first time. */
  at: z.string(),
  /** The last time. */
  last_at: z.string(),
  /** How often, within an hour from one network. */
  count: z.number().int(),
  event: z.enum(SECURITY_EVENTS),
  outcome: z.enum(SECURITY_OUTCOMES),
  source: z.enum(SECURITY_SOURCES),
  actor_kind: z.enum(ACTOR_KINDS),
  /** The user name of an administrator, the id of a reader; empty where nobody is known. */
  actor: z.string(),
  /** The e-mail address of a reader whose account there is. */
  actor_email: z.string().nullable(),
  /** Affected objects: names and numbers, never a field value. */
  subject: z.string(),
  /** The first 24 bits of an IPv4 address, 48 of an IPv6 one; empty where there is none. */
  network: z.string(),
  device: z.string(),
});
export type SecurityEvent = z.output<typeof securityEventSchema>;

const searchText = z.string().max(SEARCH_MAX).refine(isStorable, unstorable).optional();
export const daySchema = z.iso.date().refine(isDay, refusedAs('invalid_day')).optional();

const eventFiltersSchema = z.object({
  q: searchText.describe('In actor, subject, network and device; every term, taken literally.'),
  event: optionalOneOf(SECURITY_EVENTS),
  outcome: optionalOneOf(SECURITY_OUTCOMES),
  kind: optionalOneOf(ACTOR_KINDS).describe('Of the actor.'),
  actor: searchText.describe('The whole user name of an administrator, or id of a reader.'),
  from: daySchema.describe("The first day, in the site's time zone."),
  to: daySchema.describe('The last day, with all of it.'),
});
export type SecurityFilters = z.output<typeof eventFiltersSchema>;

export const findSecurityEvents = defineCall({
  name: 'findSecurityEvents',
  method: 'GET',
  path: '/admin/security-log',
  access: 'admin',
  permission: 'security.read',
  tag,
  summary: `Who came in, who did not, and what concerns access, the latest first; at most ${LIST_MAX}. X-Total-Count counts all; Link rel=next leads on.`,
  query: eventFiltersSchema.extend({
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
    cursor: z.string().max(2000).optional(),
  }),
  answer: z.array(securityEventSchema),
});

export const exportSecurityTable = defineCall({
  name: 'exportSecurityTable',
  method: 'GET',
  path: '/admin/security-log/export.csv',
  access: 'admin',
  permission: 'security.read',
  fresh: 'always',
  tag,
  summary: 'The events that match as CSV (RFC 4180, UTF-8 with a byte order mark).',
  query: eventFiltersSchema,
  answer: z.string(),
  answerType: 'text/csv',
});

export const exportSecurityEvents = defineCall({
  name: 'exportSecurityEvents',
  method: 'GET',
  path: '/admin/security-log/export.json',
  access: 'admin',
  permission: 'security.read',
  fresh: 'always',
  tag,
  summary: 'The events that match as a file of JSON.',
  query: eventFiltersSchema,
  answer: z.array(securityEventSchema),
});
