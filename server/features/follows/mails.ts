import { siteName } from '../../../core/directory/site-name.ts';
import type { Language } from '../../../core/languages.ts';
import type { FollowKind, Frequency } from '../../../core/readers/rules.ts';
import type { Env } from '../../env.ts';
import { inertName, type Mail, writeMail } from '../../platform/mail/message.ts';
import { textsOf } from '../directory/index.ts';
import type { Reader, ReaderTokens } from '../readers/index.ts';

type RequestedFollow = { id: string; kind: FollowKind; frequency: Frequency; name: string };

/** The mails to those who follow something. Links come from SITE_URL only. */
export function followMails(env: Pick<Env, 'SITE_URL' | 'SITE_NAME'>, tokens: ReaderTokens) {
  const preferences = (reader: Reader, language: Language) =>
    `${env.SITE_URL}/${language}/mail/preferences?token=${tokens.sign(reader.id)}`;
  const about =
    (mailKind: 'followConfirmation' | 'alreadyFollowed', linkTo: (page: string, id: string) => string) =>
    (reader: Reader, { id, kind, name, frequency }: RequestedFollow, language: Language): Mail => {
      const words = textsOf(language, 'follows') as Record<string, string>;
      return writeMail(mailKind, {
        to: reader.email,
        name: '',
        language,
        site: siteName(env.SITE_NAME, language),
        link: linkTo(preferences(reader, language), id),
        // A search has the words of whoever asked.
        values: {
          what: kind === 'search' ? inertName(name) : name,
          kind: words[`kind_${kind}`] ?? kind,
          often: words[`often_${kind === 'thread' ? kind : frequency}`] ?? frequency,
        },
      });
    };
  return {
    /**
     * Asks the owner of an address to confirm a follow. The button on the page confirms only the follow of
     * this mail, not follows requested meanwhile by others.
     */
    confirmation: about('followConfirmation', (page, id) => `${page}&follow=${id}`),
    /** Tells the owner of an address that they follow this already. Pages do not say so, to reveal no address. */
    already: about('alreadyFollowed', (page) => page),
  };
}
