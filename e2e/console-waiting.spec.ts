import { signIn } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

test(
  'work that waits is counted beside its section, and leads to the list of it',
  WIDE,
  async ({ page }, info) => {
    const headers = await signIn(page);
    const made = await page.request.post('/api/admin/companies', {
      headers,
      data: { name: `Waiting ${Date.now()}-${info.project.name}`, description: 'x', story: 'y' },
    });
    const { id } = (await made.json()) as { id: string };
    const text = `Report me ${id}`;
    const comment = await page.request.post(`/api/companies/${id}/comments`, { data: { content: text } });
    const { id: commentId } = (await comment.json()) as { id: string };
    await page.request.post(`/api/companies/${id}/comments/${commentId}/report`, {
      data: { reason: 'spam' },
    });

    await page.goto('/admin');
    const list = page.getByRole('region', { name: 'Waiting for you' });
    const link = list.getByRole('link', { name: /was reported|were reported/ });
    await expect(link).toBeVisible();
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    const sections = page.getByRole('navigation', {
      name: info.project.name === 'phone' ? 'Menu' : 'Sections',
    });
    await expect(sections.getByRole('link', { name: 'Comment Manager', exact: true })).toBeVisible();
    const count = sections.getByRole('link', { name: /reported/ });
    await expect(count).toHaveText(/^\d+$/);
    const address = await count.getAttribute('href');
    expect(address).toMatch(/^\/admin\/comments\?status=(?:held|reported)$/);
    await count.click();
    await expect(page).toHaveURL(new RegExp(`${address?.replace('?', '\\?')}$`));

    // The count covers no more than its place beside the name.
    await page.goto('/admin');
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await sections.getByRole('link', { name: 'Comment Manager', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/comments$/);

    await page.goto('/admin');
    await link.click();
    await expect(page).toHaveURL(/\/admin\/comments\?status=reported/);
    await expect(page.getByText(text).first()).toBeVisible();
  },
);

test(
  'the dashboard says so in Korean, and translations can be narrowed to one list',
  WIDE,
  async ({ page }) => {
    const headers = await signIn(page);
    const made = await page.request.post('/api/admin/companies', {
      headers,
      data: { name: `Behind ${Date.now()}`, description: 'x', story: 'y' },
    });
    const { id } = (await made.json()) as { id: string };
    const put = (data: object) => page.request.put(`/api/admin/companies/${id}`, { headers, data });
    await put({ language: 'ko', name: '뒤처짐', description: '설명', story: '이야기' });
    await put({ language: 'en', description: 'changed' });

    await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ko'));
    await page.context().addCookies([{ name: 'i18nextLng', value: 'ko', url: 'http://localhost' }]);
    await page.goto('/admin');
    const list = page.getByRole('region', { name: '처리할 일' });
    await list.getByRole('link', { name: /번역이 뒤처진 기업/ }).click();
    await expect(page).toHaveURL(/show=pending/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
    await page.getByRole('link', { name: '모든 목록 보기' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
  },
);
