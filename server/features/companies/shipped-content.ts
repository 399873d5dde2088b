import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContentFile, contentFileSchema, sharedFieldsOf } from '../../../core/companies/content.ts';
import { emptyShared } from '../../../core/companies/fields.ts';
import { formatRevenue } from '../../../core/companies/revenue.ts';
import { score } from '../../../core/companies/score.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../core/languages.ts';
import { sharedColumns, textColumns } from '../../platform/database/company-columns.ts';
import { readState, writeState } from '../../platform/database/state.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { namesGivenHere } from './founders.ts';
import { refreshListing } from './listing.ts';
import { logoPath } from './logos.ts';

export const CONTENT_FOLDER = fileURLToPath(new URL('../../../content/companies', import.meta.url));

export interface LoadResult {
  added: number;
  updated: number;
  unchanged: number;
  /** Edited or deleted here since they were loaded: left as they are. */
  kept: number;
}

/** Reads and checks the files of the shipped directory. @throws Error naming the file and what is wrong in it */
export async function readContent(folder = CONTENT_FOLDER): Promise<ContentFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const parsed = contentFileSchema.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')));
      if (!parsed.success) {
        const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
        throw new Error(`${name}: ${issues.join('; ')}`);
      }
      if (parsed.data.id !== basename(name, '.json')) throw new Error(`${name}: id must be the file's name`);
      return parsed.data;
    }),
  );
}

/**
 * Brings the shipped companies into the directory. A company that somebody edited or deleted here
 * since the last load is left alone; likes, views and comments are never touched.
 */
export async function loadContent(
  database: Database,
  files: readonly ContentFile[],
  now: Date,
): Promise<LoadResult> {
  return database.write(async (unit) => {
    const { tx } = unit;
    const result: LoadResult = { added: 0, updated: 0, unchanged: 0, kept: 0 };
    const shipped = new Map(
      (await tx.selectFrom('shipped_companies').selectAll().execute()).map((row) => [row.company_id, row]),
    );
    const versions = new Map(
      (await tx.selectFrom('companies').select(['id', 'version']).execute()).map((row) => [
        row.id,
        row.version,
      ]),
    );
    for (const file of files) {
      const content_hash = createHash('sha256').update(JSON.stringify(file)).digest('base64url');
      const before = shipped.get(file.id);
      const version = versions.get(file.id);
      // Not ours to touch: deleted here, edited here, or made here under the same id.
      if (before ? version !== before.loaded_version : version !== undefined) result.kept++;
      else if (before?.content_hash === content_hash) result.unchanged++;
      else {
        const loaded_version = (version ?? 0) + 1;
        await putShipped(tx, file, loaded_version, now);
        await tx
          .insertInto('shipped_companies')
          .values({ company_id: file.id, content_hash, loaded_version })
          .onConflict((conflict) =>
            conflict.column('company_id').doUpdateSet({ content_hash, loaded_version }),
          )
          .execute();
        result[before ? 'updated' : 'added']++;
      }
    }
    if (result.added + result.updated > 0) unit.changed('company', 'shipped');
    return result;
  });
}

/** The row of `state` that says that a directory starts without the shipped companies. */
const DECLINED = 'shipped_content_declined';

/** Name of the row of `state` that stands while the set-up of a new directory is open. */
export const SETUP_PENDING = 'setup_pending';

/** Ids of the shipped companies without changes since loading. */
export async function shippedUnedited(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('shipped_companies as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .whereRef('c.version', '=', 's.loaded_version')
    .select('c.id')
    .orderBy('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes that the shipped companies are not wanted at a later start either. */
export async function declineContent(tx: Db): Promise<void> {
  await writeState(tx, DECLINED, '1');
}

/**
 * Begins a database that never had a directory: with the shipped companies, or without. Later loads are
 * `npm run content`.
 */
export async function loadContentOnFirstStart(
  database: Database,
  now: Date,
  choice: 'shipped' | 'none' = 'shipped',
): Promise<LoadResult | undefined> {
  if (await readState(database.read, DECLINED)) return undefined;
  const loaded = await database.read
    .selectFrom('shipped_companies')
    .select('company_id')
    .limit(1)
    .executeTakeFirst();
  const any = await database.read.selectFrom('companies').select('id').limit(1).executeTakeFirst();
  if (loaded || any) return undefined;
  await database.write(async ({ tx }) => {
    await writeState(tx, SETUP_PENDING, '1');
    if (choice === 'none') await declineContent(tx);
  });
  if (choice === 'none') return undefined;
  return loadContent(database, await readContent(), now);
}

async function putShipped(tx: Db, file: ContentFile, version: number, now: Date): Promise<void> {
  const at = now.toISOString();
  const { founder } = file.content[DEFAULT_LANGUAGE];
  const shared = sharedFieldsOf(file);
  const stated = {
    ...emptyShared(),
    ...shared,
    founders: await namesGivenHere(tx, shared.founders ?? []),
    founder,
    revenue: formatRevenue(file.revenue.value),
    logo: file.logo && logoPath(file.logo),
  };
  const company = {
    ...sharedColumns({ ...stated, score: score(stated, now.getUTCFullYear()) }),
    name_key: '',
    version,
    updated_at: at,
  };
  await tx
    .insertInto('companies')
    .values({ id: file.id, created_at: at, ...company })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(company))
    .execute();
  await tx.deleteFrom('company_texts').where('company_id', '=', file.id).execute();
  await tx
    .insertInto('company_texts')
    .values(
      LANGUAGES.flatMap((language) => {
        const text = file.content[language];
        if (!text) return [];
        const local = text.founder === founder ? null : text.founder;
        const { timeline = [], money = null, first_customers = null, lesson = null } = text;
        const columns = textColumns({
          ...text,
          timeline,
          money,
          first_customers,
          lesson,
          founder: local,
          story: text.story.join('\n\n'),
          city: file.city?.[language] ?? null,
        });
        return { company_id: file.id, language, ...columns, updated_at: at };
      }),
    )
    .execute();
  await refreshListing(tx, file.id, { later: true });
}
