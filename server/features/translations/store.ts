import { sql } from 'kysely';
import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { isOffered, LANGUAGES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import { searchTerms } from '../../../core/text.ts';
import {
  type ChangedSentences,
  TRANSLATION_TASKS,
  type TranslationFilter,
  type TranslationStatus,
  type TranslationTask,
} from '../../../core/translations/calls.ts';
import { sentenceChanges } from '../../../core/translations/sentences.ts';
import { companyTags } from '../../platform/database/cache-tags.ts';
import { contains } from '../../platform/database/contains.ts';
import type { CompanyTextRow } from '../../platform/database/schema.ts';
import type { Database, Db, Unit } from '../../platform/database/types.ts';

type Incomplete = TranslationStatus['incompleteTranslations'][number];
type Unreviewed = TranslationStatus['unreviewedTranslations'][number];
type PendingTranslation = TranslationStatus['pendingUpdates'][number];
/** What the status reads of a text: no stories. */
type StoredTextState = Pick<
  CompanyTextRow,
  'company_id' | 'language' | 'name' | 'updated_at' | 'pending_since' | 'pending_language' | 'reviewed'
>;

/** By company, in the order of their ids; of all companies without ids. */
async function textStates(db: Db, ids?: readonly string[]): Promise<Map<string, StoredTextState[]>> {
  let rows = db
    .selectFrom('company_texts')
    .select(['company_id', 'language', 'name', 'updated_at', 'pending_since', 'pending_language', 'reviewed'])
    .orderBy('company_id');
  if (ids) rows = rows.where('company_id', 'in', ids);
  return Map.groupBy(await rows.execute(), (row) => row.company_id);
}

/** The companies with something to be done in the languages that are offered. */
function companiesHaving(db: Db, task: TranslationTask) {
  const offered = sql<boolean>`language in (${sql.join(offeredLanguages())})`;
  const texts = db.selectFrom('company_texts').select('company_id').groupBy('company_id');
  if (task === 'incomplete')
    return texts.having(
      sql<boolean>`sum(case when ${offered} then 1 else 0 end) < ${sql.lit(offeredLanguages().length)}`,
    );
  // In the words of the indexes of these texts.
  return task === 'pending'
    ? texts.where(offered).where('pending_since', 'is not', null).where('pending_language', 'is not', null)
    : texts.where(offered).where('reviewed', '=', sql.lit(0));
}

/** Companies with translation tasks that match the filter. */
function companiesToDo({ read, dialect }: Database, { q, company, task }: TranslationFilter) {
  let texts = read.selectFrom('company_texts as t').select('t.company_id');
  if (company !== undefined) texts = texts.where('t.company_id', '=', company);
  for (const term of searchTerms(q)) {
    texts = texts.where((eb) =>
      eb.or([
        contains(dialect, 't.company_id', term),
        eb.exists(
          eb
            .selectFrom('company_listings as l')
            .select('l.company_id')
            .where('l.language', 'in', LANGUAGES)
            .whereRef('l.company_id', '=', 't.company_id')
            .where(contains(dialect, 'l.name_key', term)),
        ),
      ]),
    );
  }
  const tasks = task ? [task] : TRANSLATION_TASKS;
  return texts
    .groupBy('t.company_id')
    .where((eb) => eb.or(tasks.map((one) => eb('t.company_id', 'in', companiesHaving(read, one)))));
}

/** How many companies have each task of translation, counted once until the directory changes. */
export function readTranslationSummary({ scan, cached }: Database): Promise<TranslationStatus['summary']> {
  return cached('translation summary', async () => {
    const count = async (task: TranslationTask) => {
      const { n } = await scan
        .selectFrom(companiesHaving(scan, task).as('c'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    };
    const [incompleteCount, pendingCount, unreviewedCount] = await Promise.all([
      count('incomplete'),
      count('pending'),
      count('unreviewed'),
    ]);
    return { incompleteCount, pendingCount, unreviewedCount };
  });
}

function incomplete(states: Map<string, StoredTextState[]>): Incomplete[] {
  return [...states].flatMap(([company_id, texts]) => {
    const available = offeredLanguages().filter((known) => texts.some((text) => text.language === known));
    if (available.length === offeredLanguages().length) return [];
    const name = textIn(texts, 'en')?.name;
    return [
      {
        company_id,
        english_name: name === undefined ? [] : [name],
        available_languages: available,
        language_count: available.length,
      },
    ];
  });
}

function unreviewed(states: Map<string, StoredTextState[]>): Unreviewed[] {
  return [...states].flatMap(([company_id, texts]) => {
    const languages = offeredLanguages().filter((known) =>
      texts.some((text) => text.language === known && text.reviewed === 0),
    );
    if (languages.length === 0) return [];
    return [{ company_id, name: textIn(texts, 'en')?.name ?? company_id, languages }];
  });
}

/** The companies that lack a language (specification, section 4). */
export async function findIncomplete(db: Db): Promise<Incomplete[]> {
  return incomplete(await textStates(db));
}

/** How many texts are missing in all languages together: of these companies, or of all. */
export async function countMissingTexts(db: Db, companyIds?: readonly string[]): Promise<number> {
  const wanted = companyIds && new Set(companyIds);
  const lacking = (await findIncomplete(db)).filter(({ company_id }) => wanted?.has(company_id) ?? true);
  return lacking.reduce((sum, { language_count }) => sum + offeredLanguages().length - language_count, 0);
}

/** The companies of a page and what is to be done with their texts; `total` counts those on any page. */
export async function readStatus(
  database: Database,
  filter: TranslationFilter,
): Promise<TranslationStatus & { total: number }> {
  const { read } = database;
  const { limit, offset = 0 } = filter;
  const toDo = companiesToDo(database, filter);
  let page = toDo;
  // What most people read is looked over first.
  if (filter.task === 'unreviewed')
    page = page.orderBy(
      (eb) => eb.selectFrom('companies as c').select('c.views').whereRef('c.id', '=', 't.company_id'),
      'desc',
    );
  page = page.orderBy('t.company_id');
  if (limit) page = page.limit(limit).offset(offset);
  const [summary, found, { total }] = await Promise.all([
    readTranslationSummary(database),
    page.execute(),
    read
      .selectFrom(toDo.as('c'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const ids = found.slice(limit ? 0 : offset).map(({ company_id }) => company_id);
  // Without a limit there may be more of them than a statement takes.
  const known =
    ids.length > 0 ? await textStates(read, limit ? ids : undefined) : new Map<string, StoredTextState[]>();
  const states = new Map(ids.map((id) => [id, known.get(id) ?? []]));
  const pendingUpdates: PendingTranslation[] = [];
  for (const [company_id, texts] of states) {
    const behind = texts.filter((text) => text.pending_since !== null && isOffered(text.language));
    const since = behind.map((text) => text.pending_since ?? '').sort()[0];
    const ahead = aheadOf(behind);
    if (since === undefined || ahead === undefined) continue;
    pendingUpdates.push({
      company_id,
      name: textIn(texts, 'en')?.name ?? company_id,
      modified_language: ahead,
      last_modified: texts.find((text) => text.language === ahead)?.updated_at ?? since,
      languages: offeredLanguages().filter((known) => behind.some((text) => text.language === known)),
      changed: await changesSince(read, company_id, ahead, since),
    });
  }
  return {
    summary,
    incompleteTranslations: incomplete(states),
    pendingUpdates,
    unreviewedTranslations: unreviewed(states),
    total: Number(total),
  };
}

/** The language of the latest change, which other texts have to follow. */
export function aheadOf(
  texts: readonly Pick<StoredTextState, 'pending_since' | 'pending_language'>[],
): Language | undefined {
  const behind = texts.filter((text) => text.pending_since !== null && text.pending_language !== null);
  behind.sort((a, b) => ((a.pending_since ?? '') < (b.pending_since ?? '') ? 1 : -1));
  return behind[0]?.pending_language ?? undefined;
}

const textOrNull = (value: unknown) =>
  Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : '';

/** The sentences that the saves since a moment changed in a language, by field. */
async function changesSince(
  db: Db,
  companyId: string,
  language: Language,
  since: string,
): Promise<ChangedSentences[]> {
  const rows = await db
    .selectFrom('company_versions')
    .select('changes')
    .where('company_id', '=', companyId)
    .where('at', '>=', since)
    .orderBy('id')
    .execute();
  const fields = new Map<string, { before: unknown; after: unknown }>();
  for (const change of rows.flatMap((row) => JSON.parse(row.changes) as HistoryChange[])) {
    if (change.language !== language) continue;
    const first = fields.get(change.field);
    fields.set(change.field, { before: first ? first.before : change.before, after: change.after });
  }
  return [...fields]
    .map(([field, { before, after }]) => ({
      field,
      ...sentenceChanges(textOrNull(before), textOrNull(after), language),
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

/** Marks a text as looked over. @throws company_not_found also where the company lacks the language */
export async function markReviewed(unit: Unit, companyId: string, language: Language): Promise<void> {
  const row = await unit.tx
    .updateTable('company_texts')
    .set({ reviewed: 1 })
    .where('company_id', '=', companyId)
    .where('language', '=', language)
    .returning('company_id')
    .executeTakeFirst();
  if (!row) throw companyNotFound(companyId);
  unit.changed('company', companyId, { after: { language }, tags: companyTags(companyId) });
}

/** Marks all machine texts of companies as looked over. @returns how many were not before */
export async function markAllReviewed(unit: Unit, companyIds: readonly string[]): Promise<number> {
  const rows = await unit.tx
    .updateTable('company_texts')
    .set({ reviewed: 1 })
    .where('company_id', 'in', companyIds)
    .where('reviewed', '=', 0)
    .returning(['company_id', 'language'])
    .execute();
  for (const [id, texts] of Map.groupBy(rows, (row) => row.company_id))
    unit.changed('company', id, {
      after: { languages: texts.map(({ language }) => language) },
      tags: companyTags(id),
    });
  return rows.length;
}
