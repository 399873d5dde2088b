import { readFileSync } from 'node:fs';
import { DOCUMENTS, type DocumentName } from '../../../core/documents/rules.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { editVersion } from '../../platform/audit/edit-version.ts';
import type { Db, Unit } from '../../platform/database/types.ts';

export interface StoredDocument {
  document: DocumentName;
  language: Language;
  text: string;
  shipped: string;
  /** When whoever runs the site wrote it; null for the shipped text. */
  updated_at: string | null;
  version: string;
}

const shippedTexts = new Map<string, string>();

/** The text that comes with the software, read once. */
function shippedText(document: DocumentName, language: Language): string {
  const key = `${language}/${document}`;
  const known = shippedTexts.get(key);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../../../content/pages/${key}.md`, import.meta.url), 'utf8').trim();
  shippedTexts.set(key, text);
  return text;
}

export async function readDocument(
  db: Db,
  document: DocumentName,
  language: Language,
): Promise<StoredDocument> {
  const row = await db
    .selectFrom('documents')
    .select(['text', 'updated_at'])
    .where('document', '=', document)
    .where('language', '=', language)
    .executeTakeFirst();
  const shipped = shippedText(document, language);
  const text = row?.text ?? shipped;
  return {
    document,
    language,
    shipped,
    text,
    updated_at: row?.updated_at ?? null,
    version: editVersion(text),
  };
}

export async function findDocuments(db: Db): Promise<StoredDocument[]> {
  return Promise.all(
    DOCUMENTS.flatMap((document) => LANGUAGES.map((language) => readDocument(db, document, language))),
  );
}

/** What the audit log calls a document in a language. */
export const documentSubject = (document: DocumentName, language: Language): string =>
  `${document} (${language})`;

/** Replaces a text; null goes back to the shipped one. */
export async function replaceDocument(
  unit: Unit,
  document: DocumentName,
  language: Language,
  text: string | null,
  at: string,
): Promise<StoredDocument> {
  const { tx } = unit;
  const before = await readDocument(tx, document, language);
  if (text === null) {
    await tx
      .deleteFrom('documents')
      .where('document', '=', document)
      .where('language', '=', language)
      .execute();
  } else {
    await tx
      .insertInto('documents')
      .values({ document, language, text, updated_at: at })
      .onConflict((conflict) =>
        conflict.columns(['document', 'language']).doUpdateSet({ text, updated_at: at }),
      )
      .execute();
  }
  const after = await readDocument(tx, document, language);
  if (before.text !== after.text || before.updated_at !== after.updated_at) {
    unit.changed('settings', documentSubject(document, language), {
      before: { text: before.text },
      after: { text: after.text },
    });
  }
  return after;
}
