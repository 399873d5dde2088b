import { RESET_LIFETIME, VERIFICATION_LIFETIME } from '../../../core/accounts/rules.ts';
import { listedCategories } from '../../../core/categories.ts';
import { DELETED_KEPT_DAYS } from '../../../core/comments/rules.ts';
import {
  categoryDescription,
  categoryName,
  categoryRule,
  directory,
} from '../../../core/directory/current.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { escapeMarks, type TemplateFacts } from '../../../core/documents/template.ts';
import type { Language } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { nameIn } from '../../../core/localized.ts';
import { SENT_KEPT_DAYS, UNCONFIRMED_LIFETIME } from '../../../core/readers/rules.ts';
import type { Settings } from '../../../core/settings/rules.ts';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import type { Env } from '../../env.ts';
import { REPEAT_WINDOW } from '../../platform/analytics/store.ts';
import { THROTTLE_RETENTION } from '../../platform/limits/throttle.ts';
import { GIVE_UP_AFTER } from '../../platform/mail/outbox.ts';
import { LOGIN_ADDRESSES_MAX, SESSION_LIFETIME } from '../accounts/index.ts';

/** The categories with who belongs to each, as a Markdown list. */
const categoryList = (language: Language) =>
  listedCategories()
    .map((id) => {
      const belongs = categoryRule(id, language) || categoryDescription(id, language);
      const name = `**[${escapeMarks(categoryName(id, language))}](/${language}/${id})**`;
      return belongs
        ? `- ${name}${COLON[language] ?? ': '}${escapeMarks(belongs.replace(/\s+/g, ' '))}`
        : `- ${name}`;
    })
    .join('\n');
const COLON: { [L in Language]?: string } = { ja: '：', zh: '：' };

/** Names of languages as a reader of a language calls them: "English, Korean and Japanese". */
function listOfLanguages(languages: readonly Language[], language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return formatList(
    languages.map((each) => names.of(each) ?? each),
    language,
    'long',
  );
}

/** Figures of this installation for the documents, read from the constants that the code uses. */
export function factsOf(
  env: Env,
  { securityLogDays }: Pick<Settings, 'securityLogDays'>,
  language: Language,
  companies: number,
): TemplateFacts {
  const config = directory();
  const { offered } = config.languages;
  const backups = env.BACKUP_DIR !== undefined;
  return {
    site: siteName(env.SITE_NAME, language),
    url: env.SITE_URL,
    contact: env.CONTACT_EMAIL,
    tagline: nameIn(config.identity.taglines, language),
    categories: { markup: categoryList(language) },
    languages: offered.length > 1 ? listOfLanguages(offered, language) : undefined,
    // A directory with one company or none has no number to tell.
    companies: companies > 1 ? companies : undefined,
    verificationHours: VERIFICATION_LIFETIME / HOUR,
    resetHours: RESET_LIFETIME / HOUR,
    sessionDays: SESSION_LIFETIME / DAY,
    loginAddresses: LOGIN_ADDRESSES_MAX,
    commentDays: DELETED_KEPT_DAYS,
    viewMinutes: REPEAT_WINDOW / MINUTE,
    mailDays: GIVE_UP_AFTER / DAY,
    unconfirmedDays: UNCONFIRMED_LIFETIME / DAY,
    sentDays: SENT_KEPT_DAYS,
    securityDays: securityLogDays,
    limitHours: THROTTLE_RETENTION / HOUR,
    backups: backups ? 'yes' : undefined,
    backupHours: backups ? env.BACKUP_EVERY : undefined,
    backupCopies: backups ? env.BACKUP_KEEP : undefined,
  };
}
