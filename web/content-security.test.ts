import { expect, test } from 'vitest';
import { hashInlineScripts, hashOf, policyOf } from './content-security.ts';

const PAGE =
  '<script nonce="abc">go()</script><script>evil()</script><script nonce="abd">evil()</script><script type="module" src="/a.js" nonce="abc"></script>';
const OF_GO = "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='";

test('scripts with the nonce are hashed, others are not, and the nonce is gone', () => {
  const { html, hashes } = hashInlineScripts(PAGE, 'abc');
  expect(html).toBe(
    '<script>go()</script><script>evil()</script><script nonce="abd">evil()</script><script type="module" src="/a.js"></script>',
  );
  expect([...hashes]).toEqual([OF_GO]);
});

test('a tag that had the nonce can be changed, another one not', () => {
  const page =
    '<link rel="a" nonce="abc" id="l"/><link rel="a"/><script nonce="abc" type="a">go()</script><p>type="a"';
  const { html, hashes } = hashInlineScripts(page, 'abc', (tag) => tag.replaceAll('="a"', '="b"'));
  expect(html).toBe('<link rel="b" id="l"/><link rel="a"/><script type="b">go()</script><p>type="a"');
  expect([...hashes]).toEqual([OF_GO]);
  expect(hashInlineScripts('<p>', 'abc')).toEqual({ html: '<p>', hashes: new Set() });
});

test('a policy allows what is hashed, and nothing else inline', () => {
  const policy = policyOf([hashOf('go()'), hashOf('come()')]);
  expect(policy).toContain(`script-src 'self' ${OF_GO} ${hashOf('come()')};`);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("img-src 'self' data:;");
});
