import type { Selectable } from 'kysely';
import type { Collection, ListedCollection, StoredCollection } from '../../../core/collections/calls.ts';
import type { CollectionFile, CollectionMember } from '../../../core/collections/collection.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, usualLanguage } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { editVersion, requireEditVersion } from '../../platform/audit/edit-version.ts';
import { isOneOf } from '../../platform/database/id-list.ts';
import type { CollectionTable } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Database, Db, Unit } from '../../platform/database/types.ts';
import { findListed, shownIds } from '../companies/index.ts';

/** Collections of one directory. */
const COLLECTIONS_MAX = 200;
/** Companies of a collection whose marks lists of collections show. */
const FIRST_SHOWN = 5;

const collectionFileOf = ({
  id,
  texts,
  companies,
  published,
}: Selectable<CollectionTable>): CollectionFile => ({
  id,
  texts: JSON.parse(texts),
  companies: JSON.parse(companies),
  published: published === 1,
});

/** A collection without what the table of companies says of its members. */
type BareCollection = Omit<StoredCollection, 'members'>;

function storedOf(row: Selectable<CollectionTable>): BareCollection {
  const file = collectionFileOf(row);
  return { ...file, version: editVersion(file), created_at: row.created_at, updated_at: row.updated_at };
}

/** Newest first. */
export async function readStoredCollections(db: Db): Promise<BareCollection[]> {
  const rows = await db
    .selectFrom('collections')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(storedOf);
}

async function storedCollection(db: Db, id: string): Promise<BareCollection | undefined> {
  const row = await db.selectFrom('collections').selectAll().where('id', '=', id).executeTakeFirst();
  return row && storedOf(row);
}

const noCollection = () => problem('not_found', 'There is no such collection.');

/** @throws not_found */
async function requireStored(db: Db, id: string): Promise<BareCollection> {
  const stored = await storedCollection(db, id);
  if (!stored) throw noCollection();
  return stored;
}

/** The words in a language, else in English, else in any, with the language that they are in. */
function collectionWords({ texts }: CollectionFile, preferred: Language) {
  const order: readonly Language[] = [preferred, DEFAULT_LANGUAGE, ...LANGUAGES];
  for (const language of order) {
    const words = texts[language];
    if (words) return { language, ...words };
  }
  return undefined;
}

interface ShownCollection {
  file: BareCollection;
  /** Companies visible to readers, without duplicates, in order. */
  members: CollectionMember[];
}

/** Published collections with the companies that readers see; one without any is left out. */
async function shownCollections(db: Db, only?: string): Promise<ShownCollection[]> {
  const stored = await readStoredCollections(db);
  const published = stored.filter(({ id, published }) => published && (only === undefined || id === only));
  const shown = await shownIds(
    db,
    published.flatMap(({ companies }) => companies.map(({ id }) => id)),
  );
  return published.flatMap((file) => {
    const members = new Map<string, CollectionMember>();
    for (const { id: named, notes } of file.companies) {
      const id = shown.get(named);
      if (id !== undefined && !members.has(id)) members.set(id, { id, notes });
    }
    return members.size > 0 ? [{ file, members: [...members.values()] }] : [];
  });
}

function collectionSummary(file: BareCollection, preferred: Language) {
  const { id, created_at, updated_at } = file;
  const { language, title, intro, closing } = collectionWords(file, preferred) ?? {
    ...{ language: preferred, title: id, intro: '', closing: '' },
  };
  return { summary: { id, title, intro, language, created_at, updated_at }, closing };
}

export async function listCollections(database: Database, language: Language): Promise<ListedCollection[]> {
  const shown = await shownCollections(database.read);
  const firstOf = ({ members }: ShownCollection) => members.slice(0, FIRST_SHOWN).map(({ id }) => id);
  const rows = await findListed(database, [...new Set(shown.flatMap(firstOf))], language);
  return shown.map((collection) => ({
    ...collectionSummary(collection.file, language).summary,
    count: collection.members.length,
    first: firstOf(collection).flatMap((id) => rows.get(id) ?? []),
  }));
}

/** @throws not_found, also for a draft or without visible companies */
export async function showCollection(
  database: Database,
  id: string,
  language: Language,
): Promise<Collection> {
  const [collection] = await shownCollections(database.read, id);
  if (!collection) throw noCollection();
  const { file, members } = collection;
  const rows = await findListed(
    database,
    members.map((member) => member.id),
    language,
  );
  const { summary, closing } = collectionSummary(file, language);
  return {
    ...summary,
    closing,
    companies: members.flatMap((member) => {
      const row = rows.get(member.id);
      return row ? [{ ...row, note: nameIn(member.notes, language) ?? '' }] : [];
    }),
  };
}

/** The collections that a company is in. */
export async function collectionsOf(db: Db, company: string, language: Language) {
  const shown = await shownCollections(db);
  return shown
    .filter(({ members }) => members.some(({ id }) => id === company))
    .map(({ file }) => collectionSummary(file, language).summary);
}

/** Collections with the names of their companies, as the console shows them. */
export async function withMembers(
  db: Db,
  collections: readonly BareCollection[],
): Promise<StoredCollection[]> {
  const ids = collections.flatMap(({ companies }) => companies.map(({ id }) => id));
  const shown = await shownIds(db, ids);
  const rows = await db
    .selectFrom('company_listings')
    .select(['company_id', 'name'])
    .where('language', '=', usualLanguage())
    .where(isOneOf(db, 'company_id', [...ids, ...shown.values()]))
    .execute();
  const names = new Map(rows.map(({ company_id, name }) => [company_id, name]));
  return collections.map((collection) => ({
    ...collection,
    members: Object.fromEntries(
      collection.companies.flatMap(({ id }) => {
        const name = names.get(shown.get(id) ?? id);
        return name === undefined ? [] : [[id, { name, shown: shown.has(id) }] as const];
      }),
    ),
  }));
}

const columnsOf = ({ texts, companies, published }: Omit<CollectionFile, 'id'>) => ({
  texts: JSON.stringify(texts),
  companies: JSON.stringify(companies),
  published: Number(published),
});

/** @throws conflict where the id is another one's, or there are too many */
export async function addCollection(unit: Unit, file: CollectionFile, at: string): Promise<BareCollection> {
  const { tx } = unit;
  const ids = (await readStoredCollections(tx)).map(({ id }) => id);
  const refused = ids.includes(file.id)
    ? refusal('duplicate_id')
    : ids.length >= COLLECTIONS_MAX
      ? refusal('too_many', { max: COLLECTIONS_MAX })
      : undefined;
  if (refused)
    throw problem('conflict', 'The collection cannot be added.', {
      details: [{ path: 'body.id', ...refused }],
    });
  await tx
    .insertInto('collections')
    .values({ id: file.id, ...columnsOf(file), created_at: at, updated_at: at })
    .execute();
  unit.changed('collection', file.id, { after: file });
  return requireStored(tx, file.id);
}

/** @throws not_found; conflict where it was saved since */
export async function replaceCollection(
  unit: AuthoredUnit,
  id: string,
  { version, ...fields }: Omit<CollectionFile, 'id'> & { version?: string | undefined },
): Promise<BareCollection> {
  const { tx, now } = unit;
  const before = await requireStored(tx, id);
  await requireEditVersion(tx, version, before, {
    actions: ['collection.save', 'collection.create'],
    subject: id,
  });
  const file = { id, ...fields };
  if (editVersion(file) === before.version) return before;
  await writeCollection(unit, file, now.toISOString());
  return requireStored(tx, id);
}

/** Replaces a collection that is there. */
export async function writeCollection(unit: Unit, file: CollectionFile, at: string): Promise<void> {
  const before = await requireStored(unit.tx, file.id);
  await unit.tx
    .updateTable('collections')
    .set({ ...columnsOf(file), updated_at: at })
    .where('id', '=', file.id)
    .execute();
  unit.changed('collection', file.id, { before: withoutVersion(before), after: file });
}

const withoutVersion = ({ id, texts, companies, published }: BareCollection): CollectionFile => ({
  id,
  texts,
  companies,
  published,
});

/** @throws not_found */
export async function removeCollection(unit: Unit, id: string): Promise<CollectionFile> {
  const before = withoutVersion(await requireStored(unit.tx, id));
  await unit.tx.deleteFrom('collections').where('id', '=', id).execute();
  unit.changed('collection', id, { before });
  return before;
}
