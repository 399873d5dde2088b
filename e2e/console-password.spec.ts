import { axeFindingsLightAndDark } from './axe.ts';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

const CALL = '**/api/admin/change-password';

test('what is wrong is said one thing at a time, at its field', WIDE, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/password');
  const current = page.getByLabel('Current password');
  const next = page.getByLabel('New password', { exact: true });
  const confirmation = page.getByLabel('Confirm new password');
  const submit = page.getByRole('main').getByRole('button', { name: 'Change Password' });
  const said = async (text: string, field: typeof current) => {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
  };
  await submit.click();
  await said('Current password is required', current);
  await expect(page.getByText('New password is required')).toBeHidden();
  await current.fill(ADMIN_PASSWORD);
  await submit.click();
  await said('New password is required', next);
  await next.fill('short');
  await submit.click();
  await said('New password must be at least 6 characters long', next);
  await next.fill(ADMIN_PASSWORD);
  await submit.click();
  await said('New passwords do not match', confirmation);
  await confirmation.fill(ADMIN_PASSWORD);
  await submit.click();
  await said('New password must be different from current password', next);
});

test.describe('a refused change', () => {
  test.use({ allowConsole: [/status of 4\d\d/] });
  test('says why, at the field that it is about', WIDE, async ({ page }) => {
    await signIn(page);
    await page.goto('/admin/password');
    const current = page.getByLabel('Current password');
    const next = page.getByLabel('New password', { exact: true });
    const confirmation = page.getByLabel('Confirm new password');
    const submit = page.getByRole('main').getByRole('button', { name: 'Change Password' });
    await current.fill('not my password');
    await next.fill('a wholly new one');
    await confirmation.fill('a wholly new one');
    await submit.click();
    await expect(page.getByText('The current password is wrong.')).toBeVisible();
    await expect(current).toHaveAttribute('aria-invalid', 'true');
    await expect(current).toBeFocused();
    await current.fill(ADMIN_PASSWORD);
    await next.fill('password123');
    await confirmation.fill('password123');
    await submit.click();
    await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible();
    await expect(next).toHaveAttribute('aria-invalid', 'true');
    await expect(next).toBeFocused();
  });
});

// A real change would end the sessions of the journeys beside this one.
test('a change is confirmed, and the fields are empty again', WIDE, async ({ page }) => {
  await signIn(page);
  await page.route(CALL, (route) => route.fulfill({ json: { success: true, message: 'Done' } }));
  await page.goto('/admin/password');
  await page.getByLabel('Current password').fill(ADMIN_PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('a wholly new one');
  await page.getByLabel('Confirm new password').fill('a wholly other one');
  await page.getByLabel('Confirm new password').press('Enter');
  await expect(page.getByText('New passwords do not match')).toBeVisible();
  // Mended in the other field of the two.
  await page.getByLabel('New password', { exact: true }).fill('a wholly other one');
  const sent = page.waitForRequest(CALL);
  await page.getByLabel('New password', { exact: true }).press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    currentPassword: ADMIN_PASSWORD,
    newPassword: 'a wholly other one',
  });
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await expect(page.getByLabel('Confirm new password')).toHaveValue('');
});

test.describe('a change that never arrives', () => {
  test.use({ allowConsole: [/ERR_FAILED/] });
  test('says that an error occurred', WIDE, async ({ page }) => {
    await signIn(page);
    await page.route(CALL, (route) => route.abort());
    await page.goto('/admin/password');
    await page.getByLabel('Current password').fill(ADMIN_PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('a wholly new one');
    await page.getByLabel('Confirm new password').fill('a wholly new one');
    await page.getByRole('main').getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByRole('alert')).toHaveText('An error occurred while changing password');
  });
});

test('signing out everywhere is asked first, and leads to the gate', WIDE, async ({ page }) => {
  await signIn(page);
  const ended: unknown[] = [];
  await page.route('**/api/admin/logout-all', (route) => {
    ended.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, message: 'Done', ended: 2 } });
  });
  await page.goto('/admin/password');
  const button = page.getByRole('main').getByRole('button', { name: 'Sign out everywhere' });
  await button.click();
  const question = page.getByRole('alertdialog', { name: 'Sign out on every device?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(button).toBeFocused();
  expect(ended).toEqual([]);
  await button.click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
  expect(ended).toEqual([{ username: 'admin' }]);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
});

test('axe finds nothing on the change of password', BOTH, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/password');
  await page.getByRole('main').getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
});
