import { bulkCreate, type CompanyProblem } from '../../../core/import-export/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { callFromBrowser } from '../../shared/api.ts';

/** Companies as an import has them. */
export type PastedCompanies = Extract<
  NonNullable<Parameters<typeof callFromBrowser<typeof bulkCreate>>[1]['body']>,
  unknown[]
>;

/** The companies of a pasted text: an array, or an object that has one. @throws SyntaxError */
export function readCompanies(text: string): PastedCompanies {
  const data: unknown = JSON.parse(text);
  const companies = Array.isArray(data) ? data : (data as { companies?: unknown } | null)?.companies;
  if (!Array.isArray(companies)) throw new SyntaxError('There are no companies.');
  return companies as PastedCompanies;
}

/** A company that is in the directory now: made, or there already. */
export interface CreatedCompany {
  id: string;
  name: string;
  company: PastedCompanies[number];
  isHidden?: boolean;
}

export interface FailedCompany {
  name: string;
  problems: CompanyProblem[];
  company: PastedCompanies[number];
  /** Id of an existing company with the same name. */
  takenBy: string | null;
}

/** Pasted companies by outcome. */
export interface BulkResult {
  created: CreatedCompany[];
  unchanged: CreatedCompany[];
  failed: FailedCompany[];
}

function nameOf(company: unknown): string {
  const { name, content } = (company ?? {}) as {
    name?: unknown;
    content?: Record<string, { name?: unknown }>;
  };
  const names = [name, ...Object.values(content ?? {}).map((text) => text?.name)];
  return names.find((one) => typeof one === 'string') ?? '';
}

/** The JSON of companies, as the text box has it; empty without companies. */
export const pastedText = (companies: readonly unknown[]) =>
  companies.length > 0 ? JSON.stringify(companies, null, 2) : '';

/** A text without the companies that were made; one that is being edited into something else stays. */
export function withoutCreated(text: string, made: readonly CreatedCompany[]): string {
  if (made.length === 0) return text;
  const gone = made.map(({ company }) => JSON.stringify(company));
  try {
    return pastedText(
      readCompanies(text).filter((company) => {
        const at = gone.indexOf(JSON.stringify(company));
        if (at >= 0) gone.splice(at, 1);
        return at < 0;
      }),
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}

/** Creates companies, and groups them by outcome. */
export async function createPasted(
  companies: PastedCompanies,
  language: Language,
  taken: 'report' | 'next_id',
) {
  const query = { language, taken };
  const answer = await callFromBrowser(bulkCreate, { query, body: { companies } });
  const result: BulkResult = { created: [], unchanged: [], failed: [] };
  const { items = [] } = answer;
  const problems = Map.groupBy(answer.problems, ({ index }) => index);
  for (const { index, id, outcome, taken: isTaken, hidden: isHidden = false } of items) {
    const company = companies[index];
    if (company === undefined) continue;
    const name = nameOf(company);
    if (outcome === 'failed') {
      const takenBy = isTaken ? id : null;
      result.failed.push({ name, problems: problems.get(index) ?? [], company, takenBy });
    } else
      result[outcome === 'created' ? 'created' : 'unchanged'].push({ id: id ?? '', name, company, isHidden });
  }
  return result;
}

export const EMPTY_RESULT: BulkResult = { created: [], unchanged: [], failed: [] };
