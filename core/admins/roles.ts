/**
 * What an administrator may be allowed to do. Each call of access 'admin' names the one that it needs,
 * and so does each section of the console.
 */
export const PERMISSIONS = [
  /** One's own session, password, address and second factor: everybody's. */
  'own',
  'statistics.read',
  'statistics.reset',
  'log.read',
  'companies.read',
  /** Drafts of companies, without their publication. */
  'companies.draft',
  'companies.write',
  'companies.export',
  'companies.import',
  'translations.read',
  'translations.write',
  'jobs.read',
  'jobs.write',
  'comments.read',
  'comments.moderate',
  'users.read',
  'users.suspend',
  'users.write',
  'users.delete',
  'users.export',
  /** Editing newsletter issues, and test mails to oneself. */
  'newsletter.write',
  'newsletter.publish',
  'settings.read',
  'settings.write',
  'security.read',
  'administrators.read',
  'administrators.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const READS_DIRECTORY = [
  'own',
  'statistics.read',
  'companies.read',
  'translations.read',
  'jobs.read',
] as const satisfies readonly Permission[];

/** The roles and what each may do: the only table. The server judges by it, and the console shows by it. */
const TABLE = {
  owner: PERMISSIONS,
  editor: [
    ...READS_DIRECTORY,
    'companies.draft',
    'companies.write',
    'companies.export',
    'companies.import',
    'translations.write',
    'jobs.write',
    'newsletter.write',
    'newsletter.publish',
  ],
  // Writes, and does not publish.
  contributor: [...READS_DIRECTORY, 'companies.draft', 'newsletter.write'],
  moderator: [
    'own',
    'statistics.read',
    'companies.read',
    'comments.read',
    'comments.moderate',
    'users.read',
    'users.suspend',
  ],
  // Reads all but the keys, the administrators and their log; the people only where they are, not as a file.
  analyst: [...READS_DIRECTORY, 'companies.export', 'log.read', 'comments.read', 'users.read'],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof TABLE;
export const ROLES = Object.keys(TABLE) as [Role, ...Role[]];

/** What a role may do. */
export function permissionsOf(role: Role): readonly Permission[] {
  return TABLE[role];
}

export function may(role: Role, permission: Permission): boolean {
  return permissionsOf(role).includes(permission);
}

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

/** Permission that a call needs: one for all requests, or one for each value of a path parameter. */
export type NeededPermission =
  | Permission
  | { readonly by: string; readonly of: Readonly<Record<string, Permission>> };

/**
 * Permissions that a call needs for given parameters. An unknown parameter value needs every permission of
 * the map.
 */
export function neededFor(
  needed: NeededPermission,
  params: Readonly<Record<string, unknown>>,
): readonly Permission[] {
  if (typeof needed === 'string') return [needed];
  const value = String(params[needed.by]);
  const permission = Object.hasOwn(needed.of, value) ? needed.of[value] : undefined;
  return permission ? [permission] : Object.values(needed.of);
}
