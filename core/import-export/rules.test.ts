import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkImportFile,
  checkImportText,
  companyError,
  type FileProblem,
  formatOf,
  missingFields,
} from './rules.ts';

const text = { name: 'Acme', founder: 'Ada', description: 'Makes things' };
const multilingual = { id: 'acme', category: 'no-seed', content: { en: text } };
const legacy = { ...text, category: 'no-seed' };

const errorsOf = (data: unknown) => {
  const check = checkImportFile(data);
  return check.valid
    ? []
    : check.problems.map((problem) => companyError({ index: -1, ...problem }, [problem]));
};

const whole = (code: string, message: string) => ({
  valid: false,
  format: null,
  problems: [{ path: '', code, message }],
});

describe('the check of a file', () => {
  test('knows the two formats', () => {
    expect(checkImportFile({ companies: [multilingual] })).toEqual({
      valid: true,
      format: 'multilingual',
      companies: [multilingual],
    });
    expect(checkImportFile([legacy])).toEqual({ valid: true, format: 'legacy', companies: [legacy] });
    expect(checkImportText(`\uFEFF${JSON.stringify([legacy])}`).valid).toBe(true);
  });

  test.each([null, 1, 'text', {}, { companies: {} }, { companies: null }, true])('%j is neither', (data) => {
    expect(checkImportFile(data)).toEqual(
      whole('file_content', 'File must contain either an array of companies or a multilingual export object'),
    );
  });

  test.each(['{', 'companies: []', '[1,]', '\u0000'])('%j is no JSON', (content) => {
    expect(checkImportText(content)).toEqual(whole('file_not_json', 'Invalid JSON file format'));
  });

  test.each(['', ' \n', '\uFEFF'])('%j is empty', (content) => {
    expect(checkImportText(content)).toEqual(whole('file_empty', 'The file is empty.'));
  });

  test.each(['name', 'founder', 'category', 'description'])('a flat company needs its %s', (field) => {
    expect(errorsOf([legacy, { ...legacy, [field]: undefined }])).toEqual([
      `Company at index 1: Missing ${field}`,
    ]);
    expect(errorsOf([{ ...legacy, [field]: null }])).toEqual([`Company at index 0: Missing ${field}`]);
  });

  test.each(['id', 'category', 'content'])('a multilingual company needs its %s', (field) => {
    expect(errorsOf({ companies: [{ ...multilingual, [field]: undefined }] })).toEqual([
      `Company at index 0: Missing ${field}`,
    ]);
  });

  test.each([{}, { en: {} }, { en: { ...text, founder: undefined } }, { en: null }, { fr: text }, []])(
    'content %j has no complete language',
    (content) => {
      const errors = errorsOf({ companies: [{ ...multilingual, content }] });
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(/^Company at index 0: Missing content/);
    },
  );

  test('a language that is complete is enough, and what nobody has written yet can be empty', () => {
    const content = { en: { name: 'A' }, ko: { name: '가', founder: '', description: '' } };
    expect(errorsOf({ companies: [{ ...multilingual, content }] })).toEqual([]);
    expect(missingFields({ ...legacy, name: ' ' }, 'legacy')).toMatchObject([{ path: 'name' }]);
  });

  test('every company is told what it lacks, for programs too', () => {
    const check = checkImportFile([{}, { ...legacy, name: '' }]);
    expect(!check.valid && check.problems).toHaveLength(5);
    expect(!check.valid && check.problems.at(-1)).toEqual({
      index: 1,
      path: 'name',
      code: 'missing',
      params: { field: 'name' },
      message: 'Missing name',
    } satisfies FileProblem);
  });

  test('what an object inherits does not count', () => {
    expect(
      errorsOf(JSON.parse('[{"__proto__": {"name": "A"}, "founder": "", "category": "no-seed"}]')),
    ).toEqual(['Company at index 0: Missing name', 'Company at index 0: Missing description']);
  });

  test('it never throws, and what it calls valid has everything that is required', () => {
    const field = fc.constantFrom(
      'id',
      'name',
      'founder',
      'category',
      'description',
      'content',
      'en',
      '__proto__',
    );
    const company = fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue())));
    const data = fc.oneof(
      fc.jsonValue(),
      fc.array(company),
      fc.record({ companies: fc.oneof(fc.jsonValue(), fc.array(company)) }),
    );
    fc.assert(
      fc.property(data, (value) => {
        const check = checkImportFile(value);
        if (check.valid) {
          for (const one of check.companies) expect(missingFields(one, check.format)).toEqual([]);
        } else {
          expect(check.problems.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (content) => void checkImportText(content)));
  });
});

test('each company of a request says itself which format it has', () => {
  expect(formatOf(multilingual, true)).toBe('multilingual');
  expect(formatOf(legacy, false)).toBe('legacy');
  expect(formatOf({ id: 'a', category: 'no-seed' }, false)).toBe('multilingual');
  expect(formatOf(null, true)).toBe('legacy');
});
