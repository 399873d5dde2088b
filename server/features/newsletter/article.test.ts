import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyLine, issueLanguage, issueParts } from '../../../core/newsletter/rules.ts';
import { companiesNamed, renderArticle } from './article.ts';

const acme = { name: 'Acme & Sons', description: 'Tea <fast>', link: 'https://s.example/en/companies/acme' };
const render = (body: string) =>
  renderArticle(body, { siteUrl: 'https://s.example', cards: new Map([['acme', acme]]) });

test('Markdown becomes HTML with its colours, and text with its addresses', () => {
  const { html, text } = render(
    '# Hello\n\nA **bold** [link](/ko/acme) and [here](#part).\n\n1. one\n2. two\n\n{{company:acme}}\n\n- last',
  );
  expect(text).toBe(
    'Hello\n\nA bold link (https://s.example/ko/acme) and here.\n\n1. one\n2. two\n\n' +
      'Acme & Sons\nTea <fast>\nhttps://s.example/en/companies/acme\n\n- last',
  );
  expect(html).toContain('<strong>bold</strong>');
  expect(html).toContain('href="https://s.example/ko/acme"');
  expect(html).not.toContain('#part');
  expect(html).toMatch(/<ol [^>]*><li [^>]*>one<\/li><li [^>]*>two<\/li><\/ol>/);
  expect(html).toMatch(/<ul [^>]*><li [^>]*>last<\/li><\/ul>/);
  expect(html).toContain('>Acme &#38; Sons</a><br>Tea &#60;fast&#62;');
  expect(html).not.toMatch(/<(?:h\d|p|ul|ol)(?! class="ink")/);
});

test('an address that is its own text stands in the text once', () => {
  expect(render('See [https://e.example/a](https://e.example/a) and [it](https://e.example/a).').text).toBe(
    'See https://e.example/a and it (https://e.example/a).',
  );
});

test('no HTML that was typed comes through, and nothing is loaded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
      const { html } = render(`<img src="https://e.example/p.gif">${typed}<script>x()</script>`);
      expect(html).not.toMatch(/<(?:img|script|iframe|style)\b/);
    }),
  );
  expect(render('![x](https://e.example/p.gif)').html).not.toMatch(/src=/);
});

test('a company is a line of its own; one that is not shown has no card', () => {
  const body = `a\n${companyLine('gone')}\n  ${companyLine('acme')} \nin a line {{company:acme}}`;
  expect(issueParts(body)).toEqual([
    { markdown: 'a' },
    { company: 'gone' },
    { company: 'acme' },
    { markdown: 'in a line {{company:acme}}' },
  ]);
  expect(companiesNamed(body)).toEqual(['gone', 'acme']);
  expect(render(body).text).not.toContain('gone');
});

test('a reader gets the own language, else English, else any whole text', () => {
  const text = { subject: 's', body: 'b' };
  expect(issueLanguage({ ko: text, en: text }, 'ko')).toBe('ko');
  expect(issueLanguage({ ko: { subject: 's', body: ' ' }, en: text, ja: text }, 'ko')).toBe('en');
  expect(issueLanguage({ zh: text }, 'ko')).toBe('zh');
  expect(issueLanguage({ zh: { subject: '', body: 'b' } }, 'zh')).toBeUndefined();
});
