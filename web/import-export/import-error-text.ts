import type { TFunction } from 'i18next';
import { MISSING_COLUMNS, WRONG_CONTENT, WRONG_JSON } from '../../core/import-export/rules.ts';
import { refusalText } from '../problem-text.ts';

const OF_COMPANY = /^Company at index (\d+): (.*)$/s;
const OF_ROW = /^Row (\d+): (.*)$/s;
const OF_VALUE = /^([\w.-]+): (.*)$/s;
const MISSING = /^Missing (.*)$/;
const IN_ANY_LANGUAGE = 'content in any language with name, founder and description';
const MORE = /^\.\.\. and (\d+) more errors$|^and (\d+) more$/;

function companyText(t: TFunction, text: string): string {
  return text
    .split('; ')
    .map((part) => {
      const field = MISSING.exec(part)?.[1];
      if (field === undefined) {
        const [, path, refusal] = OF_VALUE.exec(part) ?? [];
        return refusal === undefined
          ? sentence(t, part)
          : `${path}: ${refusalText(t, refusal).replace(/[.。]$/, '')}`;
      }
      return t('transfer:error.missing', {
        field:
          field === IN_ANY_LANGUAGE
            ? t('transfer:error.inAnyLanguage')
            : field === MISSING_COLUMNS
              ? t('transfer:error.inColumns')
              : field,
      });
    })
    .join('; ');
}

/** Sentences about the whole file or one row of a table, with what they name. */
const SENTENCES: [pattern: RegExp, text: string, ...names: string[]][] = [
  [/^A file can have at most (\d+) MiB\.$/, 'tooLarge', 'size'],
  [/^A file can have at most (\d+) companies\.$/, 'tooMany', 'count'],
  [/^The table is not valid CSV: (.*)$/s, 'csv', 'reason'],
  [/^The table is not encoded as UTF-8; /, 'encoding'],
  [/^Unknown column '(.*)'\.$/s, 'unknownColumn', 'column'],
  [/^Column '(.*)' stands there twice\.$/s, 'twice', 'column'],
  [/^A column 'id' or a name such as /, 'noKey'],
  [/^Has (\d+) cells, but the table has (\d+) columns$/, 'cells', 'cells', 'columns'],
  [/^The name is taken by the company '(.*)'$/s, 'taken', 'id'],
  [/^The file is empty\.?$/, 'empty'],
  [/^Has the same id '(.*)' as the company at index (\d+)$/s, 'sameId', 'id', 'index'],
  [/^Has the same id '(.*)' as row (\d+)$/s, 'sameIdRow', 'id', 'row'],
  [/^There is a company '(.*)' already\.$/s, 'idTaken', 'id'],
  [/^Is larger than 4 MiB$/, 'largeCompany'],
  [/^Could not be saved\.$/, 'fault'],
  [/^The file could not be read\.$/, 'unreadable'],
];

function sentence(t: TFunction, text: string): string {
  const more = MORE.exec(text);
  if (more) return t('transfer:error.more', { count: Number(more[1] ?? more[2]) });
  for (const [pattern, key, ...names] of SENTENCES) {
    const match = pattern.exec(text);
    if (match)
      return t(`transfer:error.${key}`, Object.fromEntries(names.map((name, i) => [name, match[i + 1]])));
  }
  return refusalText(t, text);
}

/**
 * An error of an import in the interface's language: the sentences of core/transfer, of the page's
 * own check, and those in which a value is refused. Needs the texts of `transfer` and `ui`.
 */
export function importErrorText(t: TFunction, error: string): string {
  if (error === WRONG_CONTENT) return t('transfer:error.content');
  if (error === WRONG_JSON) return t('transfer:error.json');
  const [, index, text] = OF_COMPANY.exec(error) ?? [];
  if (text !== undefined) return t('transfer:error.company', { index, text: companyText(t, text) });
  const [, row, ofRow] = OF_ROW.exec(error) ?? [];
  if (ofRow !== undefined) return t('transfer:error.row', { row, text: companyText(t, ofRow) });
  return sentence(t, error);
}
