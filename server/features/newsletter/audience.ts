import type { Answer } from '../../../core/call.ts';
import { movedCategory } from '../../../core/categories.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import type { readAudience } from '../../../core/newsletter/calls.ts';
import { type IssueTexts, issueLanguage } from '../../../core/newsletter/rules.ts';
import type { Db } from '../../platform/database/types.ts';
import { mailLanguage, subscribedReaders } from '../readers/index.ts';

/** Who would get an issue at a moment, and in which language. */
export async function countAudience(
  db: Db,
  texts: IssueTexts,
  at: string,
): Promise<Answer<typeof readAudience>> {
  const [byLanguage, byNewsletter, unconfirmed] = await Promise.all([
    subscribedReaders(db, at)
      .select((eb) => [
        eb.fn.coalesce('u.language', 'r.language').as('language'),
        eb.fn.countAll<number>().as('count'),
      ])
      .groupBy((eb) => eb.fn.coalesce('u.language', 'r.language'))
      .execute(),
    subscribedReaders(db, at)
      .innerJoin('follows as n', 'n.reader_id', 'r.id')
      .select((eb) => ['n.value', eb.fn.countAll<number>().as('count')])
      .where('n.kind', '=', 'newsletter')
      .where('n.confirmed_at', '<', at)
      .groupBy('n.value')
      .execute(),
    db
      .selectFrom('follows')
      .select((eb) => eb.fn.count<number>('reader_id').distinct().as('count'))
      .where('kind', '=', 'newsletter')
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const languages = new Map<Language, number>();
  for (const { language, count } of byLanguage) {
    const mailed = mailLanguage(language);
    languages.set(mailed, (languages.get(mailed) ?? 0) + Number(count));
  }
  const newsletters = new Map<string, number>();
  for (const { value, count } of byNewsletter) {
    const today = movedCategory(value) ?? value;
    newsletters.set(today, (newsletters.get(today) ?? 0) + Number(count));
  }
  return {
    readers: [...languages.values()].reduce((sum, count) => sum + count, 0),
    languages: LANGUAGES.flatMap((language) => {
      const readers = languages.get(language);
      return readers ? [{ language, readers, text: issueLanguage(texts, language) ?? null }] : [];
    }),
    newsletters: [...newsletters]
      .map(([value, readers]) => ({ value, readers }))
      .sort((a, b) => b.readers - a.readers || (a.value < b.value ? -1 : 1)),
    unconfirmed: Number(unconfirmed.count),
  };
}
