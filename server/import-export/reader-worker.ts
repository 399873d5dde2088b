import { once } from 'node:events';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { CsvError, parse } from 'csv-parse';
import { readTransferred } from '../../core/import-export/company.ts';
import { fromRow, headerError } from '../../core/import-export/csv.ts';
import { companyError, IMPORT_COMPANIES_MAX, WRONG_JSON } from '../../core/import-export/rules.ts';
import { Problem, problem } from '../../core/problem.ts';
import { parseJson, readJsonItems } from './json-items.ts';
import type { ReadItem, ReadingMessage, ReadingTask } from './reader.ts';

const CHUNK = 256 * 1024;
/** Companies of one message. */
const BATCH = 100;
/** Largest company, in bytes: all its texts at their longest, escaped, are less. */
const COMPANY_BYTES_MAX = 4 * 1024 * 1024;

const task = workerData as ReadingTask;
const port = parentPort;
if (!port) throw new Error('This module is a thread of the reader.');

/** Sends a message and waits until the next one is asked for. */
async function send(message: ReadingMessage): Promise<void> {
  const asked = port && once(port, 'message');
  port?.postMessage(message);
  await asked;
}

function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(CHUNK);
      const length = readSync(file, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** Companies that were named before, by their id: of two with one id nobody knows which one is meant. */
const named = new Map<string, number>();

function check(index: number, item: unknown, inArray: boolean): ReadItem {
  const { company, errors } = readTransferred(item, { ...task, inArray });
  if (!company) return { index, error: companyError(index, errors) };
  if (company.id !== undefined && !task.twins) {
    const before = named.get(company.id);
    if (before !== undefined) {
      return {
        index,
        error: companyError(index, `Has the same id '${company.id}' as the company at index ${before}`),
      };
    }
    named.set(company.id, index);
  }
  return { index, company };
}

/** Sends checked companies in batches. */
async function sendAll(items: AsyncIterable<ReadItem> | Iterable<ReadItem>): Promise<void> {
  let batch: ReadItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    await send({ items: batch });
    batch = [];
  }
  if (batch.length > 0) await send({ items: batch });
}

async function readJson(): Promise<void> {
  const isTooLarge = (bytes: Buffer) => bytes.length > COMPANY_BYTES_MAX;
  const first = readJsonItems(chunksOf(task.path));
  let step = first.next();
  for (; !step.done; step = first.next()) {
    // Too large a company is refused by itself later on, unread.
    if (!isTooLarge(step.value) && parseJson(step.value) === undefined)
      throw problem('invalid_json', WRONG_JSON);
  }
  const { count, inArray } = step.value;
  await send({ total: count });

  function* items(): Generator<ReadItem> {
    let index = 0;
    for (const bytes of readJsonItems(chunksOf(task.path))) {
      yield isTooLarge(bytes)
        ? { index, error: companyError(index, 'Is larger than 4 MiB') }
        : check(index, parseJson(bytes), inArray);
      index++;
    }
  }
  await sendAll(items());
}

/** The rows of a table after its first. */
async function* rows(onHeader?: (header: string[]) => void): AsyncGenerator<string[]> {
  const file = createReadStream(task.path, { highWaterMark: CHUNK });
  const parser = file.pipe(
    parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: COMPANY_BYTES_MAX,
    }),
  );
  file.on('error', (error) => parser.destroy(error));
  let isFirst = true;
  for await (const row of parser as AsyncIterable<string[]>) {
    if (isFirst) onHeader?.(row);
    else yield row;
    isFirst = false;
  }
}

function refuseOtherEncodings(): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const chunk of chunksOf(task.path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
  } catch {
    throw problem('validation_failed', 'The table is not encoded as UTF-8; save it as "CSV UTF-8".');
  }
}

async function readTable(): Promise<void> {
  refuseOtherEncodings();
  let header: string[] = [];
  let total = 0;
  for await (const _ of rows((first) => {
    header = first;
  })) {
    if (++total > IMPORT_COMPANIES_MAX) {
      throw problem('payload_too_large', `A file can have at most ${IMPORT_COMPANIES_MAX} companies.`);
    }
  }
  const wrong = headerError(header);
  if (wrong) throw problem('validation_failed', `${wrong}.`);
  await send({ total });

  async function* items(): AsyncGenerator<ReadItem> {
    let index = 0;
    for await (const cells of rows()) {
      yield cells.length === header.length
        ? check(index, fromRow(header, cells), false)
        : {
            index,
            error: companyError(
              index,
              `Has ${cells.length} cells, but the table has ${header.length} columns`,
            ),
          };
      index++;
    }
  }
  await sendAll(items());
}

try {
  await (task.type === 'csv' ? readTable() : readJson());
} catch (error) {
  if (error instanceof Problem) port.postMessage({ problem: { code: error.code, message: error.message } });
  else if (error instanceof CsvError) {
    port.postMessage({
      problem: { code: 'validation_failed', message: `The table is not valid CSV: ${error.message}` },
    });
  } else throw error;
}
