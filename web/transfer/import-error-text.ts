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
      if (field === undefined) return part;
      return t('transfer:error.missing', {
        field: field === IN_ANY_LANGUAGE ? t('transfer:error.inAnyLanguage') : field,
      });
    })
    .join('; ');
}

/**
 * An error of an import in the interface's language: the sentences of core/transfer/rules.ts. What a
 * value is refused for stays in the server's words. Needs the texts of `transfer`.
 */
export function importErrorText(t: TFunction, error: string): string {
  if (error === WRONG_CONTENT) return t('transfer:error.content');
  if (error === WRONG_JSON) return t('transfer:error.json');
  const more = MORE.exec(error)?.[1];
  if (more !== undefined) return t('transfer:error.more', { count: Number(more) });
  const [, index, text] = OF_COMPANY.exec(error) ?? [];
  if (text === undefined) return error;
  return t('transfer:error.company', { index, text: companyText(t, text) });
}
