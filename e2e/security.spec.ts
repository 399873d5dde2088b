import { ADMIN_PASSWORD } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

/** Strings after OWASP's list of ways around filters; each would set `window.injected` where it ran. */
const EVASIONS = [
  '<script>window.injected=1</script>',
  '<img src=x onerror=window.injected=1>',
  '"><svg onload=window.injected=1>',
  "'><body onload=window.injected=1>",
  '</script><script>window.injected=1</script>',
  '</textarea></title></style><script>window.injected=1</script>',
  '<a href="javascript:window.injected=1">x</a>',
  '<iframe srcdoc="<script>parent.injected=1</script>">',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.injected=1>',
  '<details open ontoggle=window.injected=1>',
  '{{constructor.constructor("window.injected=1")()}}',
  `$${'{'}window.injected=1}`,
  '&lt;script&gt;window.injected=1&lt;/script&gt;',
  '\u2028<script>window.injected=1</script>\u2029',
  '<ScRiPt\n>window.injected=1</sCrIpT >',
  '<!--<script>window.injected=1//-->',
].join(' ');

test('strings that try to become code are shown as text in every field', WIDE, async ({ page, request }) => {
  const login = await request.post('/api/admin/login', {
    data: { username: 'admin', password: ADMIN_PASSWORD },
  });
  const { token } = await login.json();
  const headers = { authorization: `Bearer ${token}` };
  const name = `Evasion ${Date.now()}`;
  const text = { description: EVASIONS, story: `${EVASIONS}\n\n${EVASIONS}`, highlights: [EVASIONS] };
  const made = await request.post('/api/admin/companies', {
    headers,
    data: {
      content: { en: { name: `${name} <script>window.injected=1</script>`, ...text }, ko: { name, ...text } },
      founder: EVASIONS.slice(0, 280),
      revenue: '<script>window.injected=1</script> $1M',
      score: 0,
    },
  });
  expect(made.status()).toBe(201);
  const { id } = await made.json();
  const comment = await request.post(`/api/companies/${id}/comments`, {
    data: { author: '<script>window.injected=1</script>', content: EVASIONS },
  });
  expect(comment.status()).toBe(201);

  for (const path of [
    `/companies/${id}`,
    `/ko/companies/${id}`,
    `/all?company=${id}`,
    `/all?q=${encodeURIComponent(name)}`,
  ]) {
    await page.goto(path);
    await expect(page.getByText('<img src=x onerror=window.injected=1>').first()).toBeVisible();
    expect(
      await page.evaluate(() => (window as unknown as { injected?: number }).injected),
      path,
    ).toBeUndefined();
  }
  await page.goto(`/all?q=${encodeURIComponent('"><script>window.injected=1</script>')}`);
  await expect(page.getByRole('searchbox')).toHaveValue('"><script>window.injected=1</script>');

  // And in the console, whose session a script would be after.
  await page.addInitScript((value) => localStorage.setItem('adminToken', value), token);
  for (const path of [`/admin/edit?edit=${id}`, '/admin/comments', '/admin']) {
    await page.goto(path);
    // Behind a dialog it has no role.
    await expect(page.locator('h1').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(
      await page.evaluate(() => (window as unknown as { injected?: number }).injected),
      path,
    ).toBeUndefined();
  }
  const gone = await request.delete(`/api/admin/companies/${id}`, { headers });
  expect(gone.status()).toBe(200);
});

test(
  'nothing of the product is refused by its own content policy, log-in and its checks among it',
  WIDE,
  async ({ page }) => {
    await page.addInitScript(() => {
      const refused: string[] = [];
      Reflect.set(window, 'refused', refused);
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
        refused.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
      );
    });
    const refused = () => page.evaluate(() => Reflect.get(window, 'refused') as string[]);
    await page.goto('/en/no-seed');
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('no address');
    await dialog.getByRole('button', { name: 'Sign up' }).click();
    await expect(dialog.getByRole('heading')).toHaveText('Sign up');
    expect(await refused()).toEqual([]);
    for (const path of ['/account/profile', '/reset-password?token=x', '/admin']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect([path, await refused()]).toEqual([path, []]);
    }
  },
);

test.describe('a page with a foreign script in it', () => {
  // The browser says that it refused the script.
  test.use({ allowConsole: [/Content Security Policy/] });

  test('does not run it', WIDE, async ({ page }) => {
    // What a proxy or a fault of ours could put there: without its hash in the policy it is dead.
    await page.route('**/no-seed', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('</body>', '<script>window.injected=1</script></body>');
      await route.fulfill({ response: answer, body });
    });
    const refused = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()));
    await page.goto('/no-seed');
    await refused;
    expect(await page.evaluate(() => (window as unknown as { injected?: number }).injected)).toBeUndefined();
  });
});

test('a page whose address has a token of a mail tells no other site of it', WIDE, async ({ request }) => {
  for (const [path, policy] of [
    ['/verify-email?token=abc', 'no-referrer'],
    ['/reset-password?token=abc', 'no-referrer'],
    ['/ja/reset-password?token=abc', 'no-referrer'],
    ['/all', 'strict-origin-when-cross-origin'],
  ] as const) {
    // The second answer is the one that the first left behind, where there is one.
    for (let times = 0; times < 2; times++)
      expect([path, (await request.get(path)).headers()['referrer-policy']]).toEqual([path, policy]);
  }
});

test('a condition that a static file does not meet is refused by its code', WIDE, async ({ request }) => {
  const path = '/favicon.svg';
  const refused = await request.get(path, { headers: { 'if-match': '"another version"' } });
  expect(refused.status()).toBe(412);
  expect(await refused.json()).toMatchObject({ code: 'precondition_failed' });
  expect((await request.get(path, { headers: { 'if-match': '*' } })).status()).toBe(200);
});
