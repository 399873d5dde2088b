import { newAdminPasswordSchema, usernameSchema } from '../core/admins/rules.ts';
import type { SecurityEventName } from '../core/security-log/rules.ts';
import { changeAdmin } from './features/admins/administrators.ts';
import { generatePassword } from './features/admins/first-admin.ts';
import { endAdminSessions, findAdmin, insertAdmin, setPassword } from './features/admins/store.ts';
import { hashPassword, OF_THE_SERVER, refuseCommonPassword } from './platform/auth/password.ts';
import type { Database } from './platform/database/types.ts';
import { removeFactors } from './platform/mfa/admin-factors.ts';

/** A command was called with arguments that it does not take; the usage is printed. */
export class UsageError extends Error {}

/** What a command did: in a sentence, and as the security log names it. */
export interface Done {
  message: string;
  subject: string;
}

/** What the security log calls the acts of `admin`. */
export const ADMIN_EVENTS: Partial<Record<string, SecurityEventName>> = {
  create: 'admin_created',
  'make-owner': 'admin_changed',
  'remove-factors': 'factor_removed',
};

/**
 * Hash of the password given on the command line, after validation, or of a generated password. `message`
 * shows a generated password to the operator; empty otherwise.
 */
async function chosenPassword(
  name: string,
  given: string | undefined,
): Promise<{ hash: string; message: string }> {
  const password = given === undefined ? generatePassword() : newAdminPasswordSchema.parse(given);
  await refuseCommonPassword(password, 'password', [name]);
  return {
    hash: await hashPassword(password, OF_THE_SERVER),
    message: given === undefined ? ` with the password ${password} (shown only now)` : '',
  };
}

export async function administrate(database: Database, words: string[]): Promise<Done> {
  const [action, given = '', password] = words;
  const name = usernameSchema.parse(given);
  if (action === 'make-owner') return makeOwner(database, name);
  if (action === 'remove-factors') return takeFactors(database, name);
  const { hash, message } = await chosenPassword(name, password);
  return database.write(async ({ tx }) => {
    if (action === 'create') {
      if (!(await insertAdmin(tx, name, hash, new Date()))) throw new Error(`${name} exists already.`);
      return { message: `Made the administrator ${name}${message}.`, subject: name };
    }
    if (action !== 'reset-password') throw new UsageError();
    const admin = await findAdmin(tx, name);
    if (!admin) throw new Error(`There is no administrator ${name}.`);
    await setPassword(tx, admin.id, hash);
    await endAdminSessions(tx, admin.id);
    return {
      message: `Set a new password for ${admin.username}${message}; all sessions were ended.`,
      subject: admin.username,
    };
  });
}

/** Gives all rights (back) to an administrator: the way in where nobody has them any more. */
async function makeOwner(database: Database, name: string): Promise<Done> {
  return database.write(async ({ tx }) => {
    const admin = await findAdmin(tx, name);
    if (!admin) throw new Error(`There is no administrator ${name}.`);
    await changeAdmin(tx, admin.id, { role: 'owner', disabled_at: null });
    return { message: `${admin.username} is an owner and can log in.`, subject: `${admin.username}: owner` };
  });
}

/** Takes away a second factor that was lost: the password alone lets in again. */
async function takeFactors(database: Database, name: string): Promise<Done> {
  return database.write(async ({ tx }) => {
    const admin = await findAdmin(tx, name);
    if (!admin) throw new Error(`There is no administrator ${name}.`);
    const had = await removeFactors(tx, admin.id);
    await endAdminSessions(tx, admin.id);
    const message = had ? 'The second factors were removed' : 'There was no second factor';
    return { message: `${message}; all sessions of ${admin.username} were ended.`, subject: admin.username };
  });
}
