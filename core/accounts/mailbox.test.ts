import { expect, test } from 'vitest';
import { emailKey, isMailbox } from './mailbox.ts';
import { emailSchema } from './rules.ts';

test.each([
  'kim@example.com',
  'first.last+tag@sub.example.co.kr',
  "o'neil_{x}@example.com",
  'KIM@EXAMPLE.COM',
  '김@예시.한국',
  'josé@exämple.de',
  'jose\u0301@example.com',
  'विक्रम@उदाहरण.भारत',
  'a@xn--exmple-cua.de',
  'a@1.example.com',
  `${'a'.repeat(64)}@example.com`,
])('%j is the address of a mailbox', (address) => {
  expect(isMailbox(address)).toBe(true);
  expect(emailSchema.parse(` ${address} `)).toBe(address);
});

test.each([
  ['zero width', 'ki\u200bm@example.com'],
  ['joiner', 'ki\u200dm@example.com'],
  ['from right to left', 'kim\u202e@example.com'],
  ['isolate', '\u2066kim@example.com'],
  ['soft hyphen in the domain', 'kim@exam\u00adple.com'],
  ['zero width in the domain', 'kim@exam\u200bple.com'],
  ['hangul filler', '\u3164kim@example.com'],
  ['variation selector', 'kim\ufe0f@example.com'],
  ['bell', 'kim\u0007@example.com'],
  ['line end', 'kim@example.com\r\nBcc: x@example.com'],
  ['two dots', 'dots..x@example.com'],
  ['dot at the end', 'dots.@example.com'],
  ['dot at the beginning', '.dots@example.com'],
  ['empty label', 'kim@example..com'],
  ['dot behind the domain', 'kim@example.com.'],
  ['hyphen first', 'kim@-example.com'],
  ['hyphen last', 'kim@example-.com'],
  ['underscore', 'kim@exa_mple.com'],
  ['no domain', 'kim@'],
  ['no name', '@example.com'],
  ['one label', 'kim@localhost'],
  ['IP address', 'kim@127.0.0.1'],
  ['IP address as a number', 'kim@2130706433'],
  ['literal', 'kim@[127.0.0.1]'],
  ['brackets', '<victim@example.com>'],
  ['open bracket', '<victim@example.com'],
  ['list', 'a@example.com,b@example.com'],
  ['group', 'x:a@example.com;'],
  ['comment', 'kim(x)@example.com'],
  ['quoted', '"kim"@example.com'],
  ['two at signs', 'a@b@example.com'],
  ['wide at sign', 'kim＠example.com'],
  ['ligature', 'ﬁnance@example.com'],
  ['wide letters', 'ｋｉｍ@example.com'],
  ['port', 'kim@example.com:25'],
  ['path', 'kim@example.com/x'],
  ['long name', `${'a'.repeat(65)}@example.com`],
  ['long name in bytes', `${'字'.repeat(22)}@example.com`],
  ['long label', `kim@${'a'.repeat(64)}.com`],
])('%s: %j is refused', (_, address) => {
  expect(isMailbox(address)).toBe(false);
  expect(emailSchema.safeParse(address).success).toBe(false);
});

test.each([
  ['Kim@Example.COM', 'kim@example.com'],
  ['kim@exämple.de', 'kim@xn--exmple-cua.de'],
  ['kim@EXÄMPLE.de', 'kim@XN--exmple-CUA.de'],
  ['김@예시.한국', '김@xn--vv4b11d.xn--3e0b707e'],
  ['jose\u0301@example.com', 'josé@example.com'],
])('%j and %j are one mailbox', (a, b) => {
  expect(emailKey(a)).toBe(emailKey(b));
});

test('what is no address has a key too, and nobody else’s', () => {
  for (const text of ['', 'kim', '@', 'kim@', '<kim@example.com>', 'kim@exa\u200bmple.com'])
    expect(emailKey(text)).not.toBe(emailKey('kim@example.com'));
});
