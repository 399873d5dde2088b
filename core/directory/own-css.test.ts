import { expect, test } from 'vitest';
import { isClosed, loadsOnlyOwn } from './own-css.ts';

const UPLOAD = `/uploads/${'a'.repeat(40)}.png`;

test.each([
  'h1 { color: red; }',
  '@media print { h1 { display: none } }',
  `.site-icon { background: url(${UPLOAD}) }`,
  `.site-icon { background: url( "${UPLOAD}" ) }`,
  "a::after { content: url('data:image/png;base64,AAAA') }",
  '@font-face { font-family: Own; src: url(data:font/woff2;base64,AAAA) }',
  '.max-\\[25rem\\]\\:hidden { content: "\\201C (" }',
])('%s is taken', (css) => {
  expect([loadsOnlyOwn(css), isClosed(css)]).toEqual([true, true]);
});

test.each([
  '@import "https://evil.example/x.css";',
  '@IMPORT url(data:text/css,a);',
  '@\\69mport "/x.css";',
  '@im\\port "/x.css";',
  'a { background: url(https://evil.example/x.png) }',
  'a { background: url(//evil.example/x.png) }',
  'a { background: url(/api/admin/users) }',
  'a { background: u\\72l(https://evil.example/x.png) }',
  'a { background: \\75 \\72 l("https://evil.example/x.png") }',
  'a { background: url(data:text/html,x) }',
  `a { background: url(${UPLOAD}?x=1) }`,
  `a { background: url(${UPLOAD}), url(https://evil.example) }`,
  `a { background: url("${UPLOAD}`,
  'a { background: image-set("https://evil.example/x.png" 1x) }',
  'a { background: -webkit-image-set("https://evil.example/x.png" 1x) }',
  '@font-face { src: src("https://evil.example") }',
  'a { } </style><script>alert(1)</script>',
  'a { } <\\/style>',
  'a { behavior: url(x.htc) }',
  'a { width: expression(alert(1)) }',
  '/**/@import/**/"x";',
])('%s is refused', (css) => {
  expect(loadsOnlyOwn(css)).toBe(false);
});

test.each([
  'a {',
  'a { color: red } }',
  'a { content: "x }',
  '/* never closed',
  'a { b: calc(1px }',
  'a[b {}',
])('%s is not closed', (css) => {
  expect(isClosed(css)).toBe(false);
});

test('long nonsense is judged at once', () => {
  const long = `${'url('.repeat(2000)}${'\\'.repeat(2000)}${'/*'.repeat(2000)}`;
  const begun = performance.now();
  expect([loadsOnlyOwn(long), isClosed(long)]).toEqual([false, false]);
  expect(performance.now() - begun).toBeLessThan(1000);
});
