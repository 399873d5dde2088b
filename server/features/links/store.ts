import { chunksOf } from '../../../core/chunks.ts';
import { LINK_FAILURES_BEFORE_REPORT, type LinkCheck, leftAloneSince } from '../../../core/links/rules.ts';
import { DAY } from '../../../core/time.ts';
import { isUploadAddress, UPLOADED, uploadsIn } from '../../../core/uploads/rules.ts';
import type { LogoPictureTable } from '../../platform/database/schema.ts';
import { type Database, type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';

/** Addresses of sources that it is time to ask, the longest unasked first. */
export async function findDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const since = leftAloneSince(now);
  const rows = await db
    .selectFrom('company_sources as s')
    .leftJoin('source_checks as k', 'k.url', 's.url')
    .select('s.url')
    .where((eb) =>
      eb.or([
        eb('k.url', 'is', null),
        eb('k.checked_at', '<', since.answered),
        eb.and([eb('k.failures', '>', 0), eb('k.checked_at', '<', since.failed)]),
        // Written before the clock was set back.
        eb('k.checked_at', '>', now.toISOString()),
      ]),
    )
    .groupBy(['s.url', 'k.checked_at'])
    .orderBy((eb) => eb.fn.coalesce('k.checked_at', eb.val('')))
    .orderBy('s.url')
    .limit(limit)
    .execute();
  return rows.map(({ url }) => url);
}

export async function readCheck(db: Db, url: string): Promise<LinkCheck | undefined> {
  return db.selectFrom('source_checks').selectAll().where('url', '=', url).executeTakeFirst();
}

export async function putCheck(tx: Db, check: LinkCheck): Promise<void> {
  await tx
    .insertInto('source_checks')
    .values(check)
    .onConflict((conflict) => conflict.column('url').doUpdateSet(check))
    .execute();
}

/** What was found at the addresses of a company's sources, as far as they were asked. */
export async function findChecksOf(db: Db, companyId: string): Promise<LinkCheck[]> {
  return db
    .selectFrom('company_sources as s')
    .innerJoin('source_checks as k', 'k.url', 's.url')
    .selectAll('k')
    .where('s.company_id', '=', companyId)
    .orderBy('k.url')
    .execute();
}

/** Sources that do not answer, with the ids of their companies. */
export async function findFailing(db: Db): Promise<(LinkCheck & { company_id: string })[]> {
  return db
    .selectFrom('source_checks as k')
    .innerJoin('company_sources as s', 's.url', 'k.url')
    .selectAll('k')
    .select('s.company_id')
    .where('k.failures', '>', 0)
    .orderBy('s.company_id')
    .orderBy('k.url')
    .execute();
}

/** Sources that failed several times in a row, joined with the companies that cite the source. */
const failingSources = (db: Db) =>
  db
    .selectFrom('source_checks as k')
    .innerJoin('company_sources as s', 's.url', 'k.url')
    .where('k.failures', '>=', LINK_FAILURES_BEFORE_REPORT);

/** The ids of companies with such sources. */
export const withFailingSources = (db: Db) => failingSources(db).select('s.company_id');

/** How many such sources each company has that has some; of all companies without ids. */
export async function countFailingSources(
  db: Db,
  ids: readonly string[] | undefined,
): Promise<Map<string, number>> {
  let failing = failingSources(db);
  if (ids) failing = failing.where('s.company_id', 'in', ids);
  const rows = await failing
    .select((eb) => ['s.company_id', eb.fn.countAll().as('sources')])
    .groupBy('s.company_id')
    .execute();
  return new Map(rows.map(({ company_id, sources }) => [company_id, Number(sources)]));
}

/** Forgets what was found at addresses that no company names any more. */
export async function forgetUnnamedSources(tx: Db): Promise<void> {
  await tx
    .deleteFrom('source_checks')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('company_sources as s').select('s.url').whereRef('s.url', '=', 'source_checks.url'),
        ),
      ),
    )
    .execute();
}

/** Logo of a company with the result of fetching the logo. */
export const readLogo = (db: Db, companyId: string) =>
  db
    .selectFrom('companies as c')
    .leftJoin('logo_pictures as p', 'p.url', 'c.logo')
    .select(['c.logo', 'c.show_on_site', 'p.type', 'p.picture', 'p.failure', 'p.checked_at'])
    .where('c.id', '=', companyId)
    .executeTakeFirst();
export type StoredLogo = NonNullable<Awaited<ReturnType<typeof readLogo>>>;

export async function putLogo(tx: Db, logo: LogoPictureTable): Promise<void> {
  await tx
    .insertInto('logo_pictures')
    .values(logo)
    .onConflict((conflict) => conflict.column('url').doUpdateSet(logo))
    .execute();
}

/** Addresses of logos that were not fetched, or failed before a moment. */
export async function findDueLogos(
  { scan }: Pick<Database, 'scan'>,
  most: number,
  failedBefore: Date,
): Promise<string[]> {
  const rows = await scan
    .selectFrom('companies as c')
    .leftJoin('logo_pictures as p', 'p.url', 'c.logo')
    .select('c.logo')
    .distinct()
    .where('c.logo', 'not like', '/%')
    .where((eb) =>
      eb.or([
        eb('p.url', 'is', null),
        eb.and([eb('p.picture', 'is', null), eb('p.checked_at', '<', failedBefore.toISOString())]),
      ]),
    )
    .limit(most)
    .execute();
  return rows.flatMap(({ logo }) => logo ?? []);
}

/** An uploaded picture by its address. */
export async function readUpload(db: Db, address: string): Promise<Buffer | undefined> {
  if (!isUploadAddress(address)) return undefined;
  const row = await db
    .selectFrom('logo_pictures')
    .select('picture')
    .where('url', '=', address)
    .executeTakeFirst();
  return row?.picture ? Buffer.from(row.picture, 'base64') : undefined;
}

/** Time for which an uploaded picture is kept that nothing names: what is undone, or restored, finds it again. */
const UNUSED_UPLOAD_KEPT_MS = 90 * DAY;

/** Addresses of the uploaded pictures that a company or a version of the looks names. */
async function findNamedUploads(tx: Db): Promise<string[]> {
  const names = `%${UPLOADED}%`;
  const companies = await tx
    .selectFrom('companies')
    .select(['logo', 'fields'])
    .where((eb) => eb.or([eb('logo', 'like', names), eb('fields', 'like', names)]))
    .execute();
  const looks = await tx
    .selectFrom('directory_config')
    .select('value')
    .where('part', '=', 'looks')
    .where('value', 'like', names)
    .execute();
  const texts = [
    ...companies.flatMap(({ logo, fields }) => [logo, fields]),
    ...looks.map(({ value }) => value),
  ];
  return [...new Set(texts.flatMap((text) => uploadsIn(text ?? '')))];
}

/**
 * Removes the logos of other sites that no company has any more, and the uploaded pictures that for 90 days neither
 * a company nor a version of the looks has named.
 */
export async function forgetUnusedLogos(tx: Db, now: Date): Promise<void> {
  await tx
    .deleteFrom('logo_pictures')
    .where('url', 'not like', `${UPLOADED}%`)
    .where((eb) =>
      eb(
        'url',
        'not in',
        eb
          .selectFrom('companies')
          .select('logo')
          .where('logo', 'is not', null)
          .$narrowType<{ logo: string }>(),
      ),
    )
    .execute();
  const uploaded = await tx
    .selectFrom('logo_pictures')
    .select('url')
    .where('url', 'like', `${UPLOADED}%`)
    .limit(1)
    .executeTakeFirst();
  // The search for names looks at every company.
  if (!uploaded) return;
  const named = await findNamedUploads(tx);
  for (const some of chunksOf(named, ROWS_PER_STATEMENT))
    await tx
      .updateTable('logo_pictures')
      .set({ checked_at: now.toISOString() })
      .where('url', 'in', some)
      .execute();
  await tx
    .deleteFrom('logo_pictures')
    .where('url', 'like', `${UPLOADED}%`)
    .where('checked_at', '<', new Date(now.getTime() - UNUSED_UPLOAD_KEPT_MS).toISOString())
    .execute();
}
