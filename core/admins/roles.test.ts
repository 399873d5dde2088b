import { expect, test } from 'vitest';
import { calls } from '../api/calls.ts';
import { may, neededFor, PERMISSIONS, permissionsOf, ROLES } from './roles.ts';

/** The calls of administrators that a role may make. */
const callsOf = (role: (typeof ROLES)[number]) =>
  calls
    .filter(({ permission }) => permission !== undefined)
    .filter(({ permission }) => neededFor(permission ?? 'own', {}).every((needed) => may(role, needed)));

test('an owner may do everything, and administrators look after their own access', () => {
  expect(permissionsOf('owner')).toEqual(PERMISSIONS);
  for (const role of ROLES) expect(may(role, 'own')).toBe(true);
});

test('each permission is needed by a call, and no role has one twice', () => {
  const needed = new Set(calls.flatMap(({ permission }) => (permission ? neededFor(permission, {}) : [])));
  expect([...needed].sort()).toEqual([...PERMISSIONS].sort());
  for (const role of ROLES) expect(new Set(permissionsOf(role)).size).toBe(permissionsOf(role).length);
});

test('an editor has companies, translations and import, and neither people nor comments', () => {
  expect(may('editor', 'companies.write')).toBe(true);
  expect(may('editor', 'translations.write')).toBe(true);
  expect(may('editor', 'companies.import')).toBe(true);
  expect(
    permissionsOf('editor').filter((permission) => /^(users|comments|settings|adm)/.test(permission)),
  ).toEqual([]);
});

test('a moderator has comments and the suspension of users, and changes no company', () => {
  expect(may('moderator', 'comments.moderate')).toBe(true);
  expect(may('moderator', 'users.suspend')).toBe(true);
  for (const permission of ['users.write', 'users.delete', 'users.export', 'companies.write'] as const)
    expect(may('moderator', permission)).toBe(false);
});

/** They read what a body names, which is too long for an address. */
const READ_BY_POST = ['exportSelection', 'exportSelectionTable'];

test('an analyst only reads: none of the calls allowed changes anything but their own data', () => {
  const writes = callsOf('analyst').filter(
    ({ name, method, permission }) =>
      method !== 'GET' && permission !== 'own' && !READ_BY_POST.includes(name),
  );
  expect(writes).toEqual([]);
  expect(may('analyst', 'users.export')).toBe(false);
  expect(may('analyst', 'administrators.read')).toBe(false);
});

test('a parameter that no call has needs all that its values need', () => {
  const needed = { by: 'action', of: { look: 'users.read', leave: 'users.delete' } } as const;
  expect(neededFor(needed, { action: 'look' })).toEqual(['users.read']);
  expect(neededFor(needed, { action: '__proto__' })).toEqual(['users.read', 'users.delete']);
});
