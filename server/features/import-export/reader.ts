import type { DirectoryConfig } from '../../../core/directory/config.ts';
import { directory } from '../../../core/directory/current.ts';
import type { CompanyProblem } from '../../../core/import-export/calls.ts';
import type { ImportedCompany } from '../../../core/import-export/company.ts';
import { inColumns } from '../../../core/import-export/csv.ts';
import type { TextEncodingName } from '../../../core/import-export/encoding.ts';
import type { ColumnMapping, MappedColumn } from '../../../core/import-export/mapping.ts';
import type { FilePlace } from '../../../core/import-export/rules.ts';
import type { Language } from '../../../core/languages.ts';
import { Problem, type ProblemCode, refusedBody } from '../../../core/problem.ts';
import { type ProblemDetail, type Refusal, refusal } from '../../../core/refusal.ts';
import { createThread } from '../../platform/runtime/thread.ts';

/** Memory of the thread that reads a file, in MiB; a file that needs more is refused. */
const MEMORY = 256;

/** Data of the thread: the task, and the configuration that rows are checked against. */
export interface ThreadTask extends ReadingTask {
  directory: DirectoryConfig;
}

/** A file to read. */
export interface ReadingTask {
  path: string;
  type: 'json' | 'csv';
  /** Whether each new company has to be complete (specification, section 5). */
  complete: boolean;
  /** Whether two companies can have one id: both are made, under different ones. */
  twins: boolean;
  /** Language of flat texts without a `language` field. */
  language: Language;
  /** For a file of any type: `type` and `encoding` are found by its content. */
  isAny?: boolean | undefined;
  /** The encoding of a file of any type, where it is not to be found. */
  encoding?: TextEncodingName | undefined;
  /** Columns by the names that a table of any type has for them; null leaves one out. */
  mapping?: ColumnMapping | undefined;
}

/** What was found of a file of any type before its companies are read. */
export interface FoundFile {
  type: 'json' | 'csv';
  encoding: TextEncodingName;
  /** Of a table. */
  delimiter: string | null;
  columns: MappedColumn[];
}

export type ReadItem = FilePlace &
  (
    | { company: ImportedCompany; missing?: ProblemDetail[] | undefined; refusals?: undefined }
    | { company?: undefined; missing?: undefined; refusals: ProblemDetail[] }
  );

/** What is wrong with one company of a file, in the file's own terms. */
export function placed({ index, row }: FilePlace, details: readonly ProblemDetail[]): CompanyProblem[] {
  if (row === undefined) return details.map((detail) => ({ index, ...detail }));
  return details.map(({ path, ...detail }) => ({ index, row, path: inColumns(path), ...detail }));
}

/** What the thread reads next: how many companies there are, then these in batches; or why it cannot. */
export type Reading =
  | { total: number; found?: FoundFile | undefined; items?: undefined }
  | { total?: undefined; items: ReadItem[] }
  | { problem: { code: ProblemCode; refusal: Refusal } }
  | 'end';

const isOutOfMemory = (error: unknown) =>
  error instanceof Problem &&
  (error.cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads the companies of a file in a thread of its own, so that the public pages answer as before.
 * The whole file is checked before the first batch comes; the next one is read while it is worked on.
 * @throws invalid_json, validation_failed or payload_too_large for a file that is none to import
 */
export async function* readCompaniesOfFile(
  task: ReadingTask,
): AsyncGenerator<Exclude<Reading, 'end' | { problem: unknown }>> {
  const thread = createThread<'next', Reading>(new URL('./reader-thread.ts', import.meta.url), {
    data: {
      ...task,
      directory: directory(),
    } satisfies ThreadTask,
    memory: MEMORY,
  });
  const ask = () => {
    const next = thread.ask('next');
    // A consumer can stop iterating: the rejection of the unused promise must not be unhandled.
    next.catch(() => {});
    return next;
  };
  try {
    for (let next = ask(); ; ) {
      const read = await next;
      if (read === 'end') return;
      if ('problem' in read) throw refusedBody(read.problem.code, read.problem.refusal);
      next = ask();
      yield read;
    }
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    throw refusedBody('payload_too_large', refusal('file_memory'), error);
  } finally {
    await thread.stop();
  }
}
