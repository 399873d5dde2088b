import type { VersionedPart } from '../../../core/directory/calls.ts';
import {
  DIRECTORY_PARTS,
  type DirectoryConfig,
  type DirectoryPart,
  directoryConfigSchema,
  PART_SCHEMAS,
} from '../../../core/directory/config.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';

/** Versions of a part that are kept. */
const VERSIONS_MAX = 100;

export type PartVersions = Record<DirectoryPart, number>;

/** The configuration in force and the version of each part; 0 is the shipped part. */
export interface StoredDirectory {
  config: DirectoryConfig;
  versions: PartVersions;
}

/** A configuration part with its version, in the format of the API. */
export const versionedPart = <P extends DirectoryPart>(
  { config, versions }: StoredDirectory,
  part: P,
): VersionedPart<P> => ({ version: versions[part], value: config[part] });

export const versionedParts = (stored: StoredDirectory) =>
  Object.fromEntries(DIRECTORY_PARTS.map((part) => [part, versionedPart(stored, part)])) as {
    [P in DirectoryPart]: VersionedPart<P>;
  };

const latestOf = (db: Db) =>
  db.selectFrom('directory_config as c').innerJoin(
    db
      .selectFrom('directory_config')
      .select((eb) => ['part', eb.fn.max('version').as('version')])
      .groupBy('part')
      .as('latest'),
    (join) => join.onRef('latest.part', '=', 'c.part').onRef('latest.version', '=', 'c.version'),
  );

/** Reads the configuration. A part that this program cannot read, as after a downgrade, is the shipped one. */
export async function readStored(db: Db): Promise<StoredDirectory> {
  const rows = await latestOf(db).select(['c.part', 'c.version', 'c.value']).execute();
  const parts: Partial<Record<DirectoryPart, unknown>> = {};
  const versions = Object.fromEntries(DIRECTORY_PARTS.map((part) => [part, 0])) as PartVersions;
  for (const { part, version, value } of rows) {
    if (!(part in PART_SCHEMAS)) continue;
    const read = PART_SCHEMAS[part].safeParse(JSON.parse(value));
    versions[part] = Number(version);
    if (read.success) parts[part] = read.data;
  }
  return { config: directoryConfigSchema.parse({ ...SHIPPED_DIRECTORY, ...parts }), versions };
}

export interface DirectoryVersion {
  version: number;
  admin: string;
  at: string | null;
}

/** Newest first; the shipped one is last. */
export async function findVersions(db: Db, part: DirectoryPart): Promise<DirectoryVersion[]> {
  const rows = await db
    .selectFrom('directory_config')
    .select(['version', 'admin', 'at'])
    .where('part', '=', part)
    .orderBy('version', 'desc')
    .execute();
  return [
    ...rows.map((row) => ({ ...row, version: Number(row.version) })),
    { version: 0, admin: '', at: null },
  ];
}

/** The value of a version as it was stored; undefined where there is no such version. */
export async function readPartVersion(db: Db, part: DirectoryPart, version: number): Promise<unknown> {
  if (version === 0) return SHIPPED_DIRECTORY[part];
  const row = await db
    .selectFrom('directory_config')
    .select('value')
    .where('part', '=', part)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

/** Writes a new version of a part, unless it says the same as the one in force. */
export async function writePart(
  unit: AuthoredUnit,
  part: DirectoryPart,
  value: DirectoryConfig[DirectoryPart],
  before: StoredDirectory,
): Promise<StoredDirectory> {
  const { tx, actor, now } = unit;
  if (JSON.stringify(value) === JSON.stringify(before.config[part])) return before;
  const version = before.versions[part] + 1;
  await tx
    .insertInto('directory_config')
    .values({ part, version, value: JSON.stringify(value), admin: actor.name, at: now.toISOString() })
    .execute();
  await tx
    .deleteFrom('directory_config')
    .where('part', '=', part)
    .where('version', '<=', version - VERSIONS_MAX)
    .execute();
  unit.changed('configuration', part, { before: before.config[part], after: value });
  return {
    config: { ...before.config, [part]: value },
    versions: { ...before.versions, [part]: version },
  };
}
