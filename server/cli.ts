import { parseArgs } from 'node:util';
import { loadContent, readContent } from './companies/shipped-content.ts';
import { type Database, openDatabase } from './database/open.ts';
import { type Env, EnvError, readEnv } from './env.ts';

interface Command {
  usage: string;
  summary: string;
  run(context: { env: Env; database: Database; words: string[] }): Promise<string>;
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
};

function usage(): string {
  const lines = Object.values(commands).map(
    (command) => `  npm run cli -- ${command.usage.padEnd(24)} ${command.summary}`,
  );
  return `Usage:\n${lines.join('\n')}`;
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
  console.error(error instanceof EnvError || error instanceof Error ? error.message : String(error));
  process.exit(1);
}
