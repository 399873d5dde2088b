import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The tags that begin forms: up to the `>` that stands in no braces. */
function formsIn(text: string): string[] {
  return [...text.matchAll(/<[Ff]orm(?=\s|>)/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < text.length; end++) {
      const sign = text[end];
      if (sign === '{') depth++;
      else if (sign === '}') depth--;
      else if (sign === '>' && depth === 0) break;
    }
    return text.slice(index, end);
  });
}

test('without JavaScript no form puts what was typed into the address, unless it says where to', () => {
  const files = globSync('web/**/*.tsx');
  const forms = files.flatMap((file) => formsIn(readFileSync(file, 'utf8')).map((tag) => ({ file, tag })));
  expect(forms.length).toBeGreaterThan(30);
  expect(forms.filter(({ tag }) => !/\saction=|\smethod="post"/.test(tag))).toEqual([]);
});
