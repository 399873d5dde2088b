import type { FileProblem } from '../../../core/import-export/rules.ts';
import type { Translate } from '../../i18n/translate.ts';
import { refusalLine } from '../../shared/refusal-text.ts';

/**
 * What is wrong with a file, or with one company of it, in the language of the page.
 * @param problems all of one place
 */
function placeText(t: Translate<'transfer' | 'refusals'>, problems: readonly FileProblem[]): string {
  const text = refusalLine(t, problems);
  const { index, row } = problems[0] ?? {};
  if (row !== undefined) return t('transfer:error.row', { row, text });
  return index === undefined ? text : t('transfer:error.company', { index, text });
}

/** Each problem in a line of its own. Needs the texts of `transfer` and `refusals`. */
export function problemLines(
  t: Translate<'transfer' | 'refusals'>,
  problems: readonly FileProblem[],
): string[] {
  return problems.map((problem) => placeText(t, [problem]));
}

/** The problems of each company in one line, in their order. Needs the texts of `transfer` and `refusals`. */
export function companyLines(
  t: Translate<'transfer' | 'refusals'>,
  problems: readonly FileProblem[],
): string[] {
  const places = Map.groupBy(problems, ({ index }) => index);
  return [...places.values()].map((ofOne) => placeText(t, ofOne));
}
