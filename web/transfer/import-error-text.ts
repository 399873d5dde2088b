import type { TFunction } from 'i18next';
import { WRONG_CONTENT, WRONG_JSON } from '../../core/transfer/rules.ts';

const OF_COMPANY = /^Company at index (\d+): (.*)$/s;
const MISSING = /^Missing (.*)$/;
const IN_ANY_LANGUAGE = 'content in any language with name, founder and description';
const MORE = /^\.\.\. and (\d+) more errors$/;

function companyText(t: TFunction, text: string): string {
  return text
    .split('; ')
    .map((part) => {
      const field = MISSING.exec(part)?.[1];
      if (field === undefined) return sentence(t, part);
      return t('transfer:error.missing', {
        field: field === IN_ANY_LANGUAGE ? t('transfer:error.inAnyLanguage') : field,
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
  [/^The file could not be read\.$/, 'unreadable'],
];

function sentence(t: TFunction, text: string): string {
  for (const [pattern, key, ...names] of SENTENCES) {
    const match = pattern.exec(text);
    if (match)
      return t(`transfer:error.${key}`, Object.fromEntries(names.map((name, i) => [name, match[i + 1]])));
  }
  return text;
}

/**
 * An error of an import in the interface's language: the sentences of core/transfer and of the page's
 * own check. What a value is refused for stays in the server's words. Needs the texts of `transfer`.
 */
export function importErrorText(t: TFunction, error: string): string {
  if (error === WRONG_CONTENT) return t('transfer:error.content');
  if (error === WRONG_JSON) return t('transfer:error.json');
  const more = MORE.exec(error)?.[1];
  if (more !== undefined) return t('transfer:error.more', { count: Number(more) });
  const [, index, text] = OF_COMPANY.exec(error) ?? [];
  if (text === undefined) return sentence(t, error);
  return t('transfer:error.company', { index, text: companyText(t, text) });
}
