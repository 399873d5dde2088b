import { signIn } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

// The 409 is written to the console by the browser itself.
test.use({ allowConsole: [/status of 409/] });

// Somebody else saves the same text or user by the API, while a form holds the state of before.

test(
  'a page that somebody else saved meanwhile is decided, not overwritten',
  WIDE,
  async ({ page }, info) => {
    // Both projects write to one server: each has a language of its own.
    const language = info.project.name === 'phone' ? 'ko' : 'en';
    const as = await signIn(page);
    const stored = async () => {
      const response = await page.request.get('/api/admin/documents', { headers: as });
      const all = (await response.json()) as { document: string; language: string; text: string }[];
      return all.find((one) => one.document === 'terms' && one.language === language)?.text;
    };
    await page.goto('/admin/settings');
    const section = page.getByRole('region', { name: 'Pages' });
    await section.getByLabel('Page', { exact: true }).selectOption('Terms');
    await section.getByLabel('Language').selectOption(language);
    const field = section.getByLabel('Text', { exact: true });
    await field.fill('# Terms of mine');
    const other = await page.request.put('/api/admin/documents/terms', {
      headers: as,
      data: { language, text: '# Terms of somebody else' },
    });
    expect(other.status()).toBe(200);

    await section.getByRole('button', { name: 'Save the page' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
    await expect(conflict).toContainText('admin');
    await expect(conflict).toContainText('# Terms of mine');
    await expect(conflict).toContainText('# Terms of somebody else');
    expect(await stored()).toBe('# Terms of somebody else');
    const take = conflict.getByRole('button', { name: 'Save this choice' });
    await expect(take).toBeDisabled();
    await conflict.getByRole('radio', { name: 'Mine' }).check();
    await take.click();
    await expect(conflict).toBeHidden();
    await expect.poll(stored).toBe('# Terms of mine');
    await page.request.delete(`/api/admin/documents/terms?language=${language}`, { headers: as });
  },
);

test('a user whom somebody else saved meanwhile is decided, not overwritten', PHONE, async ({ page }) => {
  const as = await signIn(page);
  const email = `both${process.pid}.${Date.now()}@example.com`;
  const registered = await page.request.post('/api/auth/register', {
    data: { email, password: 'nine quiet giants', nickname: 'First', language: 'en' },
  });
  expect(registered.status()).toBe(201);
  await page.goto(`/admin/users?q=${email}`);
  await page
    .getByRole('link', { name: new RegExp(email) })
    .first()
    .click();
  const panel = page.getByRole('dialog', { name: 'User details' });
  await panel.getByLabel('Nickname').fill('Mine');
  await panel.getByLabel('Admin notes').fill('Only mine');
  const id = new URL(page.url()).searchParams.get('user');
  const user = async () => {
    const response = await page.request.get(`/api/admin/users/${id}`, { headers: as });
    return ((await response.json()) as { user: Record<string, unknown> }).user;
  };
  const other = await page.request.put(`/api/admin/users/${id}`, {
    headers: as,
    data: { nickname: 'Theirs', job_title: 'Pilot' },
  });
  expect(other.status()).toBe(200);

  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = panel.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
  await expect(conflict).toContainText('Mine');
  expect(await user()).toMatchObject({ nickname: 'Theirs', admin_notes: null });
  await conflict.getByRole('radio', { name: 'Theirs' }).check();
  await conflict.getByRole('button', { name: 'Save this choice' }).click();
  await expect(conflict).toBeHidden();
  await expect.poll(user).toMatchObject({ nickname: 'Theirs', admin_notes: 'Only mine', job_title: 'Pilot' });
});
