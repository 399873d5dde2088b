import { MINUTE } from '../time.ts';
/**
 * Events of the security log: successful and failed sign-ins, and changes of access. Changes of content are
 * in the audit log.
 */
export const SECURITY_EVENTS = [
  'login',
  'logout',
  'new_device',
  'sessions_ended',
  'password_changed',
  'password_reset_asked',
  'password_reset',
  'account_verified',
  'account_suspended',
  'account_activated',
  'account_deleted',
  'admin_created',
  'admin_changed',
  'admin_invited',
  'admin_removed',
  'second_factor',
  'factor_added',
  'factor_removed',
  'identity_confirmed',
  'permission_refused',
  'settings_changed',
  'keys_changed',
  'secret_changed',
  'export',
  'import',
  'statistics_reset',
  'backup',
  'restore',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

/** `refused`: a limit kept it from being tried. */
export const SECURITY_OUTCOMES = ['success', 'failure', 'refused'] as const;
export type SecurityOutcome = (typeof SECURITY_OUTCOMES)[number];

/** `unknown`: not logged in, and no account matches the input. `system`: the operator of the server. */
export const ACTOR_KINDS = ['admin', 'user', 'unknown', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Where an act came from; `site` is the public pages in a browser. */
export const SECURITY_SOURCES = ['console', 'site', 'api', 'command_line', 'server'] as const;
export type SecuritySource = (typeof SECURITY_SOURCES)[number];

/** Who acted: an administrator by user name, a reader by id. What an unknown person typed is never kept. */
export type SecurityActor =
  | { kind: 'admin'; name: string }
  | { kind: 'user'; name: string }
  | { kind: 'unknown' }
  | { kind: 'system' };

/** Days for which events are kept. */
export const SECURITY_LOG_DAYS = [30, 90, 180, 365, 730] as const;
export type SecurityLogDays = (typeof SECURITY_LOG_DAYS)[number];

/** Failures of administrators, within this time in milliseconds, that are worth a mail. */
export const ALERT_FAILURES = 10;
export const ALERT_WITHIN = 15 * MINUTE;
