import { closeSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MEBIBYTE } from '../../../core/bytes.ts';
import { setDirectory } from '../../../core/directory/current.ts';
import { readImported } from '../../../core/import-export/company.ts';
import {
  csvErrorRow,
  delimiterOf,
  fromRow,
  headerRefusal,
  type Row,
  tableRows,
} from '../../../core/import-export/csv.ts';
import { detectEncoding, type TextEncodingName } from '../../../core/import-export/encoding.ts';
import { encodingOf, spreadsheetRefusal } from '../../../core/import-export/file-bytes.ts';
import { mapColumns, mappingRefusal } from '../../../core/import-export/mapping.ts';
import {
  COMPANY_MEGABYTES_MAX,
  type FilePlace,
  IMPORT_COMPANIES_MAX,
} from '../../../core/import-export/rules.ts';
import { Problem, type ProblemCode, refusedBody } from '../../../core/problem.ts';
import { ofWhole, type Refusal, refusal } from '../../../core/refusal.ts';
import { answerQuestions, threadData } from '../../platform/runtime/thread.ts';
import { parseJson, readJsonItems } from './json-items.ts';
import type { ReadItem, Reading, ThreadTask } from './reader.ts';

const READ_BYTES = 256 * 1024;
/** Companies of one answer. */
const ITEMS_BATCH = 100;
const COMPANY_BYTES_MAX = COMPANY_MEGABYTES_MAX * MEBIBYTE;

const task = threadData<ThreadTask>();
// A thread has modules of its own: the configuration of the server is not set in them.
setDirectory(task.directory);

function* bytesOfFile(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(READ_BYTES);
      const length = readSync(file, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** The encoding of a file of any type. @throws validation_failed where it is no known one */
function foundEncoding(): TextEncodingName {
  const [start = Buffer.alloc(0)] = bytesOfFile(task.path);
  const marked = encodingOf(start);
  const encoding = marked === 'utf-8' ? detectEncoding(bytesOfFile(task.path)) : marked;
  if (!encoding) throw refusedBody('validation_failed', refusal('table_encoding'));
  return encoding;
}

/** Of a file of any type; undefined where the first bytes decide. */
let textEncoding: TextEncodingName | undefined;

/** Chunks of a file, converted to UTF-8. */
function* chunksOf(path: string): Generator<Buffer> {
  let decoder = textEncoding && textEncoding !== 'utf-8' ? new TextDecoder(textEncoding) : undefined;
  let isFirst = textEncoding === undefined;
  for (const chunk of bytesOfFile(path)) {
    if (isFirst) {
      const encoding = encodingOf(chunk);
      decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
    }
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

/** The first bytes of a file. */
function startOf(path: string): Buffer {
  for (const chunk of chunksOf(path)) return chunk.subarray(0, 1024);
  return Buffer.alloc(0);
}

/** Where companies were named before, by their id: of two with one id nobody knows which one is meant. */
const named = new Map<string, FilePlace>();

const sameId = (id: string, { index, row }: FilePlace) =>
  row === undefined ? refusal('same_id', { id, index }) : refusal('same_id_row', { id, row });

function checkItem(place: FilePlace, item: unknown, inArray: boolean): ReadItem {
  const inTable = place.row !== undefined;
  const { company, missing, refusals } = readImported(item, {
    ...{ ...task, inArray, inTable },
    needsId: !task.isAny,
  });
  if (!company) return { ...place, refusals };
  if (company.id !== undefined && !task.twins) {
    const before = named.get(company.id);
    if (before) return { ...place, refusals: missing ?? [ofWhole(sameId(company.id, before))] };
    named.set(company.id, place);
  }
  return { ...place, company, missing };
}

/** Checked companies in batches. */
async function* inBatches(
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
): AsyncGenerator<{ items: ReadItem[] }> {
  let batch: ReadItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < ITEMS_BATCH) continue;
    yield { items: batch };
    batch = [];
  }
  if (batch.length > 0) yield { items: batch };
}

async function* readJson(): AsyncGenerator<Reading> {
  const isTooLarge = (bytes: Buffer) => bytes.length > COMPANY_BYTES_MAX;
  const first = readJsonItems(chunksOf(task.path));
  let step = first.next();
  for (; !step.done; step = first.next()) {
    // Too large a company is refused by itself later on, unread.
    if (!isTooLarge(step.value) && parseJson(step.value) === undefined)
      throw refusedBody('invalid_json', refusal('file_not_json'));
  }
  const { count, inArray } = step.value;
  yield {
    total: count,
    found: textEncoding && { type: 'json', encoding: textEncoding, delimiter: null, columns: [] },
  };

  const tooLarge = ofWhole(refusal('company_too_large', { megabytes: COMPANY_MEGABYTES_MAX }));
  function* items(): Generator<ReadItem> {
    let index = 0;
    for (const bytes of readJsonItems(chunksOf(task.path))) {
      yield isTooLarge(bytes)
        ? { index, refusals: [tooLarge] }
        : checkItem({ index }, parseJson(bytes), inArray);
      index++;
    }
  }
  yield* inBatches(items());
}

/** The rows of a table after its first that say something, each with its number in a spreadsheet. */
async function* rows(onHeader?: (header: string[]) => void): AsyncGenerator<Row> {
  const file = Readable.from(chunksOf(task.path));
  const parser = file.pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(startOf(task.path).toString()),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: COMPANY_BYTES_MAX,
    }),
  );
  file.on('error', (error) => parser.destroy(error));
  const take = tableRows();
  for await (const record of parser as AsyncIterable<Parameters<typeof take>[0]>) {
    const taken = take(record);
    if (taken && 'cells' in taken) yield taken;
    else if (taken) onHeader?.(taken.header);
  }
}

function refuseOtherEncodings(): void {
  if (textEncoding) return;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const chunk of chunksOf(task.path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
  } catch {
    throw refusedBody('validation_failed', refusal('table_encoding'));
  }
}

async function* readTable(): AsyncGenerator<Reading> {
  refuseOtherEncodings();
  let header: string[] = [];
  let total = 0;
  for await (const _ of rows((first) => {
    header = first;
  })) {
    if (++total > IMPORT_COMPANIES_MAX) {
      throw refusedBody('payload_too_large', refusal('file_too_many', { max: IMPORT_COMPANIES_MAX }));
    }
  }
  const columns = task.isAny ? mapColumns(header, task.mapping) : [];
  const wrong = task.isAny ? mappingRefusal(columns) : headerRefusal(header);
  if (wrong) throw refusedBody('validation_failed', wrong);
  const delimiter = delimiterOf(startOf(task.path).toString());
  yield { total, found: textEncoding && { type: 'csv', encoding: textEncoding, delimiter, columns } };
  const names = task.isAny ? columns.map(({ column }) => column ?? '') : header;

  async function* items(): AsyncGenerator<ReadItem> {
    let index = 0;
    for await (const { cells, row } of rows()) {
      const counts = { cells: cells.length, columns: header.length };
      yield counts.cells === counts.columns
        ? checkItem({ index, row }, fromRow(names, cells), false)
        : { index, row, refusals: [ofWhole(refusal('wrong_cells', counts))] };
      index++;
    }
  }
  yield* inBatches(items());
}

/** Whether a file of any type is a table: JSON begins with a bracket, and no name of a column does. */
const isTableText = () => !/^\uFEFF?\s*[[{]/.test(startOf(task.path).toString());

/** Whether a file says nothing at all: what it should be is of no interest then. */
function isEmptyFile(): boolean {
  for (const chunk of chunksOf(task.path)) {
    if (
      chunk
        .toString('latin1')
        .replace(/^\xEF\xBB\xBF/, '')
        .trim() !== ''
    )
      return false;
  }
  return true;
}

const refusedReading = (code: ProblemCode, refusal: Refusal): Reading => ({ problem: { code, refusal } });

/** What is wrong with a table, not in the words of the library, which knows one language. */
function csvRefusal(error: CsvError): Refusal {
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return refusal('company_too_large', { megabytes: COMPANY_MEGABYTES_MAX });
  return refusal('table_not_csv', { row: csvErrorRow(error) });
}

async function* readItems(): AsyncGenerator<Reading> {
  try {
    const [start = Buffer.alloc(0)] = bytesOfFile(task.path);
    const spreadsheet = spreadsheetRefusal(start);
    if (!spreadsheet && task.isAny) textEncoding = task.encoding ?? foundEncoding();
    if (spreadsheet) yield refusedReading('validation_failed', spreadsheet);
    else if (isEmptyFile()) {
      yield refusedReading(task.type === 'csv' ? 'validation_failed' : 'invalid_json', refusal('file_empty'));
    } else yield* (task.isAny ? isTableText() : task.type === 'csv') ? readTable() : readJson();
  } catch (error) {
    const [detail] = (error instanceof Problem && error.details) || [];
    if (error instanceof Problem && detail) yield refusedReading(error.code, detail);
    else if (error instanceof CsvError) yield refusedReading('validation_failed', csvRefusal(error));
    else throw error;
  }
}

const readings = readItems();
// The next one is read when it is asked for.
answerQuestions(async (_: 'next'): Promise<Reading> => {
  const { value, done } = await readings.next();
  return done ? 'end' : value;
});
