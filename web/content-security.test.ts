import { expect, test } from 'vitest';
import { hashInlineScripts } from './content-security.ts';

test('scripts with the nonce are hashed, others are not, and the nonce is gone', () => {
  const page =
    '<script nonce="abc">go()</script><script>evil()</script><script nonce="abd">evil()</script><script type="module" src="/a.js" nonce="abc"></script>';
  const { html, policy } = hashInlineScripts(page, 'abc');
  expect(html).toBe(
    '<script>go()</script><script>evil()</script><script nonce="abd">evil()</script><script type="module" src="/a.js"></script>',
  );
  expect(policy.match(/'sha256-[^']+'/g)).toEqual(["'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"]);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("img-src 'self' data: https: http:;");
});
