import { parseArgs } from 'node:util';
import { z } from 'zod';
import { newAdminPassword, username } from '../core/session/rules.ts';
import { hashPassword, refuseCommonPassword } from './accounts/password.ts';
import { restoreBackup, writeBackup } from './backup.ts';
import { loadContent, readContent } from './companies/shipped-content.ts';
import { type Database, openDatabase } from './database/open.ts';
import { type Env, readEnv } from './env.ts';
import { generatePassword } from './session/first-admin.ts';
import { endSessions, findAdmin, insertAdmin, setPassword } from './session/store.ts';

interface Command {
  usage: string;
  summary: string;
  run(context: { env: Env; database: Database; words: string[] }): Promise<string>;
}

/** A password given on the command line is checked, none is generated. Returns it with the sentence that tells it. */
async function chosenPassword(
  name: string,
  given: string | undefined,
): Promise<{ hash: string; told: string }> {
  const password = given === undefined ? generatePassword() : newAdminPassword.parse(given);
  refuseCommonPassword(password, 'password', [name]);
  return {
    hash: await hashPassword(password),
    told: given === undefined ? ` with the password ${password} (shown only now)` : '',
  };
}

async function administrate(database: Database, words: string[]): Promise<string> {
  const [action, given = '', password] = words;
  const name = username.parse(given);
  const { hash, told } = await chosenPassword(name, password);
  return database.write(async (tx) => {
    if (action === 'create') {
      if (!(await insertAdmin(tx, name, hash, new Date()))) throw new Error(`${name} exists already.`);
      return `Made the administrator ${name}${told}.`;
    }
    if (action !== 'reset-password') throw new Error(usage());
    const admin = await findAdmin(tx, name);
    if (!admin) throw new Error(`There is no administrator ${name}.`);
    await setPassword(tx, admin.id, hash);
    await endSessions(tx, admin.id);
    return `Set a new password for ${admin.username}${told}; all sessions were ended.`;
  });
}

/** What the command line can do; each command returns what it prints. */
const commands: Record<string, Command> = {
  content: {
    usage: 'content',
    summary: 'Load content/companies; what was edited or deleted here stays as it is',
    async run({ database }) {
      const result = await loadContent(database, await readContent(), new Date());
      return `${result.added} added, ${result.updated} updated, ${result.unchanged} unchanged, ${result.kept} kept as edited here`;
    },
  },
  backup: {
    usage: 'backup FILE',
    summary: 'Write everything into a new file, while the server works',
    async run({ env, words }) {
      const [file] = words;
      if (!file) throw new Error(usage());
      return `${await writeBackup(env.DATABASE_URL, file)} rows are in ${file}.`;
    },
  },
  restore: {
    usage: 'restore FILE',
    summary: 'Put a backup in the place of everything that is stored',
    async run({ database, words }) {
      const [file] = words;
      if (!file) throw new Error(usage());
      return `${await restoreBackup(database, file)} rows were restored from ${file}.`;
    },
  },
  admin: {
    usage: 'admin create|reset-password NAME [PASSWORD]',
    summary: 'Make an administrator or set a new password; without PASSWORD one is generated',
    run: ({ database, words }) => administrate(database, words),
  },
};

function usage(): string {
  const lines = Object.values(commands).map(
    (command) => `  npm run cli -- ${command.usage.padEnd(46)} ${command.summary}`,
  );
  return `Usage:\n${lines.join('\n')}`;
}

function errorText(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map((issue) => issue.message).join('\n');
  return error instanceof Error ? error.message : String(error);
}

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [name = '', ...words] = positionals;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  console.error(usage());
  process.exit(1);
}
try {
  const env = readEnv(process.env);
  const database = await openDatabase(env.DATABASE_URL);
  try {
    console.log(await command.run({ env, database, words }));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(errorText(error));
  process.exit(1);
}
