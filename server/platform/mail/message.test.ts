import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';
import { type MailKind, namesInMail, writeMail } from './message.ts';

const KINDS: MailKind[] = ['verification', 'alreadyRegistered', 'reset', 'passwordChanged'];
const LINK = 'https://giants.example/verify-email?token=abc';

/** What a mail program may make a link of: an address, a domain, a path. */
const LINKISH = /https?:|www\.|[\w-]\.[a-z]{2,}|\S@\S|\w\/\w/i;

const mailTo = (name: string, kind: MailKind = 'verification', language = LANGUAGES[0]) =>
  writeMail(kind, { to: 'ada@example.com', name, language, site: 'Giants', link: LINK });

test.each([
  ['https://evil.example/win', 'https evil example win'],
  ['Visit www.evil.com now', 'Visit www evil com now'],
  ['evil。com', 'evil com'],
  ['ｅｖｉｌ．ｃｏｍ', 'evil com'],
  ['eve@evil.example', 'eve evil example'],
  ['<a href="//evil.example">Win</a>', 'a href=" evil example" Win a'],
  ['[Win](evil.example)', 'Win evil example'],
  ['Ada\r\n\r\nYou have won', 'Ada You have won'],
  ["$' $& $` $1", "$' $& $ $1"],
  ['{{link}} {{site}}', '{{link}} {{site}}'],
  ['J. R. Hartley', 'J. R. Hartley'],
  ["Anne-Marie O'Neill", "Anne-Marie O'Neill"],
  ['김하늘', '김하늘'],
  ['://', 'ada'],
  ['😀'.repeat(100), '😀'.repeat(60)],
])('the name %j stands in a mail as %j', (name, shown) => {
  for (const language of LANGUAGES) {
    for (const kind of KINDS) {
      const { text, html, subject } = mailTo(name, kind, language);
      const [greeting = ''] = text.split('\n');
      expect(greeting).toContain(shown);
      // The link and the site's name are the mail's own.
      expect(text.replaceAll(LINK, '')).not.toMatch(LINKISH);
      expect(html.match(/<a /g)).toHaveLength(2);
      expect(subject).not.toContain(shown);
    }
  }
});

test('the mail of a registration names what its link activates', () => {
  for (const language of LANGUAGES) {
    const [, , body = ''] = mailTo('Ada L.', 'verification', language).text.split('\n');
    expect(body).toContain('Ada L.');
    expect(body).toContain('Giants');
  }
});

test.each([
  ['en', ['A'], {}, 'A'],
  ['en', ['A', 'B', 'C'], {}, 'A, B and 1 more'],
  ['en', ['A', 'B'], { unnamed: 1200 }, 'A, B and 1200 more'],
  ['en', ['A', 'B'], { inSentence: true }, 'A and B'],
  ['ko', ['가', '나', '다'], {}, '가, 나 외 1건'],
  ['ja', ['あ', 'い'], {}, 'あ、い'],
  ['ja', ['あ', 'い', 'う', 'え'], {}, 'あ、いほか2件'],
  ['zh', ['甲', '乙'], {}, '甲、乙'],
  ['zh', ['甲', '乙', '丙'], { unnamed: 3 }, '甲、乙及其他4项'],
] as const)('names in %s: %j %j are %j', (language, names, how, shown) => {
  expect(namesInMail(names, language, { max: 2, ...how })).toBe(shown);
});
