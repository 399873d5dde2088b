import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { type Language, offeredLanguages, usualLanguage } from '../../../core/languages.ts';

/** First language that needs work: outdated, else missing, else unreviewed; undefined if all are done. */
export function languageToDo({ content }: Pick<AdminCompany, 'content'>): Language | undefined {
  return (
    offeredLanguages().find((language) => content[language]?.pending_since) ??
    offeredLanguages().find((language) => !content[language]) ??
    offeredLanguages().find((language) => content[language]?.reviewed === false)
  );
}

/** The language to translate into another from: the one that is ahead of it, else the directory's default, else any. */
export function sourceFor({ content }: Pick<AdminCompany, 'content'>, target: Language): Language {
  const others = offeredLanguages().filter((language) => language !== target && content[language]);
  const ahead = content[target]?.pending_language;
  return (
    others.find((language) => language === ahead) ??
    others.find((language) => language === usualLanguage()) ??
    others[0] ??
    target
  );
}
