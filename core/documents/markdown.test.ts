import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown, parseRuns, plainText } from './markdown.ts';

test('a page is read: title, headings, paragraphs and lists', () => {
  const text =
    '# A *title*\n\nOne\nparagraph.\n\n## Heading ##\n- one\n- two\n  goes on\n1. first\n2) second\n\n#### Deep';
  expect(parseMarkdown(text)).toEqual({
    title: 'A title',
    blocks: [
      { kind: 'paragraph', runs: [{ text: 'One paragraph.' }] },
      { kind: 'heading', level: 2, runs: [{ text: 'Heading' }] },
      { kind: 'list', ordered: false, items: [[{ text: 'one' }], [{ text: 'two goes on' }]] },
      { kind: 'list', ordered: true, items: [[{ text: 'first' }], [{ text: 'second' }]] },
      { kind: 'heading', level: 3, runs: [{ text: 'Deep' }] },
    ],
  });
  expect(parseMarkdown('日本語の\n改行').blocks).toEqual([
    { kind: 'paragraph', runs: [{ text: '日本語の改行' }] },
  ]);
});

test('marks, code and links are read inside of a line', () => {
  expect(parseRuns('a **b *c*** `d*e` [f \\] g](/h) \\*i\\*')).toEqual([
    { text: 'a ' },
    { text: 'b ', bold: true },
    { text: 'c', bold: true, italic: true },
    { text: ' ' },
    { text: 'd*e', code: true },
    { text: ' ' },
    { text: 'f ] g', href: '/h' },
    { text: ' *i*' },
  ]);
  expect(plainText(parseRuns('2 * 3 and a ** b'))).toBe('2 * 3 and a ** b');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'vbscript:x',
  'file:///x',
])('a link to %s is no link', (href) => {
  expect(parseRuns(`[x](${href})`).every((run) => run.href === undefined)).toBe(true);
});
test.each(['https://a.example/b?c=d', 'mailto:a@b.example', '/ko/privacy', '#part'])(
  'a link to %s is one',
  (href) => {
    expect(parseRuns(`[x](${href})`)).toEqual([{ text: 'x', href }]);
  },
);

test('nothing that is written is lost or breaks it, and no HTML comes of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { blocks } = parseMarkdown(text);
      expect(JSON.stringify(blocks)).toBeTypeOf('string');
    }),
  );
  expect(parseMarkdown('<script>alert(1)</script>').blocks).toEqual([
    { kind: 'paragraph', runs: [{ text: '<script>alert(1)</script>' }] },
  ]);
});
