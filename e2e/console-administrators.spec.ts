import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Role } from '../core/admins/roles.ts';
import { startProcess } from '../server/testing/process.ts';
import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD, ageProof, invite, signIn, signInAs } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';
import { mailedLink } from './mail.ts';

const uniqueName = (word: string) => `${word}-${Math.random().toString(36).slice(2, 8)}`;

/** The names of the sections in the navigation, whichever width the window has. */
async function sections(page: Page): Promise<string[]> {
  const narrow = page.getByRole('button', { name: 'Menu', exact: true });
  if (await narrow.isVisible()) await narrow.click();
  const links = page.getByRole('navigation').getByRole('link');
  await expect(links.filter({ hasText: 'Change Password' })).toBeVisible();
  const names = await links.filter({ visible: true }).allInnerTexts();
  if (await narrow.isVisible()) await page.keyboard.press('Escape');
  const other = /^\d+$|^$|Tiny Giants/;
  return names.map((name) => name.trim()).filter((name) => !other.test(name));
}

/** A page of its own, with nobody signed in. */
async function elsewhere(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'en-US' });
  return context.newPage();
}

test(
  'an owner invites an editor, who chooses a name and a password and works',
  WIDE,
  async ({ page, browser }) => {
    const name = uniqueName('ed');
    const email = `${name}@example.com`;
    await signIn(page);
    await page.goto('/admin/administrators');
    await expect(page.getByRole('heading', { name: 'Administrators', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByLabel('E-mail address')).toBeFocused();
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByRole('radio', { name: /^Editor/ }).check();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
    // The journeys run without a mail server.
    await expect(
      page.getByText(`The mail to ${email} is in the folder ${process.env['E2E_VAR_DIR']}`),
    ).toBeVisible();
    const invitations = page.getByRole('region', { name: 'Outstanding invitations' });
    await expect(invitations.getByText(email)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);

    const guest = await elsewhere(browser, page);
    await guest.goto(await mailedLink(email, 'admin/invitation'));
    await expect(guest.getByText('admin invites you to help run Tiny Giants, as: Editor.')).toBeVisible();
    expect(await axeFindings(guest)).toEqual([]);
    await guest.getByLabel('Username').fill('admin');
    await guest.getByLabel('Password', { exact: true }).fill('nine quiet giants');
    await guest.getByLabel('Repeat password').fill('nine quiet gnomes');
    await guest.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(guest.getByText('New passwords do not match')).toBeVisible();
    await guest.getByLabel('Repeat password').fill('nine quiet giants');
    await guest.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(guest.getByText('Somebody has this user name already.')).toBeVisible();
    await guest.getByLabel('Username').fill(name);
    await guest.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(guest.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    // The editor works: hides a company and shows it again.
    await guest.goto('/admin/edit?q=lichess');
    const shown = guest.getByRole('switch', { name: /^Show Lichess/ });
    await shown.click();
    await expect(shown).not.toBeChecked();
    await shown.click();
    await expect(shown).toBeChecked();

    await page.reload();
    const list = page.getByRole('list', { name: 'Administrators' });
    await expect(list.getByText(email)).toBeVisible();
    await expect(invitations.getByText(email)).toHaveCount(0);
  },
);

test('a link that was used, or that nobody sent, says so', WIDE, async ({ page }) => {
  const email = `${uniqueName('gone')}@example.com`;
  const owner = await signIn(page);
  const { id } = await invite(page, owner, email, 'analyst');
  const link = await mailedLink(email, 'admin/invitation');
  await page.goto('/admin/administrators');
  await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
  await expect(page.getByText('The invitation was withdrawn')).toBeVisible();
  await expect(page.getByRole('button', { name: `Send again to ${email}` })).toHaveCount(0);
  expect(id).toBeTruthy();
  for (const address of [link, '/admin/invitation?token=made-up', '/admin/invitation']) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('This invitation is not valid any more');
  }
  expect(await axeFindings(page)).toEqual([]);
});
// A refused call is told in the console too.
test.use({ allowConsole: [/status of (?:400|403|409)/] });

const ALL = [
  'Dashboard',
  'Company Management',
  'Company Scores',
  'Add Company',
  'Edit Company',
  'AI Proposals',
  'Collections',
  'User Management',
  'Comment Manager',
  'Newsletter',
  'Directory',
  'Settings',
  'Translations',
  'Administrators',
  'Security',
  'Audit log',
  'Change Password',
];

test.describe('what a role sees', () => {
  test('an owner sees every section', PHONE, async ({ page }) => {
    await signIn(page);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Latest actions' })).toBeVisible();
    expect(await sections(page)).toEqual(ALL);
  });

  const seen: [Role, string[], string[]][] = [
    [
      'editor',
      [
        'Dashboard',
        'Company Management',
        'Company Scores',
        'Add Company',
        'Edit Company',
        'AI Proposals',
        'Collections',
        'Newsletter',
        'Translations',
      ],
      ['users', 'comments', 'settings', 'administrators'],
    ],
    [
      'moderator',
      ['Dashboard', 'Edit Company', 'AI Proposals', 'Collections', 'User Management', 'Comment Manager'],
      ['companies', 'scores', 'add', 'newsletter', 'settings', 'translations', 'administrators'],
    ],
    [
      'analyst',
      [
        'Dashboard',
        'Company Management',
        'Edit Company',
        'AI Proposals',
        'Collections',
        'User Management',
        'Comment Manager',
        'Translations',
        'Audit log',
      ],
      ['scores', 'add', 'newsletter', 'settings', 'administrators'],
    ],
  ];
  for (const [role, names, closed] of seen) {
    test(`${role}: its sections, and a page that says why of the others`, WIDE, async ({ page }) => {
      await signInAs(page, role);
      await page.goto('/admin');
      await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
      expect(await sections(page)).toEqual([...names, 'Change Password']);
      for (const id of closed) {
        await page.goto(`/admin/${id}`);
        await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible();
      }
      await expect(page.getByText(new RegExp(`your role is ${role}`, 'i'))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    });
  }

  test(
    'an analyst reads companies, people and comments, and finds nothing to change',
    WIDE,
    async ({ page }) => {
      const email = `${uniqueName('reader')}@example.com`;
      await page.request.post('/api/auth/register', {
        data: { email, password: 'correct horse battery', language: 'en' },
      });
      await signInAs(page, 'analyst');
      await page.goto('/admin/edit?q=lichess');
      await expect(page.getByRole('link', { name: 'Lichess' })).toBeVisible();
      await expect(page.getByRole('switch')).toHaveCount(0);
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Trash' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Lichess' }).click();
      const company = page.getByRole('dialog');
      await expect(company.getByText('Lichess').first()).toBeVisible();
      await expect(company.getByRole('textbox')).toHaveCount(0);
      await page.goto(`/admin/users?q=${email}`);
      await expect(page.getByText(email).first()).toBeVisible();
      await expect(page.getByRole('button', { name: /Export/ })).toHaveCount(0);
      await page.getByRole('link', { name: new RegExp(email) }).click();
      const panel = page.getByRole('dialog');
      await expect(panel.getByText('Your role lets you read this, not change it.')).toBeVisible();
      await expect(panel.getByRole('textbox').first()).toBeDisabled();
      await expect(panel.getByRole('button', { name: /Suspend|Delete|Save/ })).toHaveCount(0);
    },
  );

  test('a moderator suspends a user and can do nothing else to them', WIDE, async ({ page }) => {
    const email = `${uniqueName('loud')}@example.com`;
    await page.request.post('/api/auth/register', {
      data: { email, password: 'correct horse battery', language: 'en' },
    });
    await signInAs(page, 'moderator');
    await page.goto(`/admin/users?q=${email}`);
    await page.getByRole('button', { name: /^Actions for/ }).click();
    const items = page.getByRole('menuitem');
    await expect(items).toHaveText([/Open|Details|View/, /Suspend/]);
    await items.filter({ hasText: 'Suspend' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('Suspended').first()).toBeVisible();
  });
});

test('the last owner can be neither disabled nor removed, nor made less', WIDE, async ({ page }) => {
  // In a directory of its own: another journey may have made a second owner, and then that would be possible.
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-last-owner-'));
  const database = `sqlite:${join(folder, 'directory.db')}`;
  const server = await startProcess(database, folder, { ADMIN_PASSWORD }, 'whole');
  const login = await server.call('POST', '/api/admin/login', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  const { sessionToken } = login.json as { sessionToken: string };
  await page.addInitScript((token) => localStorage.setItem('adminToken', token), sessionToken);
  await page.goto(`${server.url}/admin/administrators`);
  const told = 'This is the last owner: somebody has to be able to do everything.';
  for (const task of ['Disable', 'Remove']) {
    await page.getByRole('button', { name: 'Actions for admin', exact: true }).click();
    await page.getByRole('menuitem', { name: task }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: task }).click();
    await expect(dialog.getByRole('alert')).toHaveText(told);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Actions for admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  const roles = page.getByRole('dialog', { name: 'Role of admin' });
  await roles.getByRole('radio', { name: /^Analyst/ }).check();
  await roles.getByRole('button', { name: 'Save role' }).click();
  await expect(roles.getByRole('alert')).toHaveText(told);
  expect(await axeFindings(page)).toEqual([]);
  await page.close();
  expect(await server.end('SIGTERM')).toBe(0);
});

test(
  'an owner changes a role, ends a session and disables: each shows on the other screen',
  WIDE,
  async ({ page, browser }) => {
    const other = await elsewhere(browser, page);
    const name = await signInAs(other, 'editor', page);
    await other.goto('/admin');
    await expect(other.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    await signIn(page);
    await page.goto('/admin/administrators');
    const act = async (task: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: task }).click();
    };
    await act('Change role');
    await page.getByRole('radio', { name: /^Moderator/ }).check();
    await page.getByRole('button', { name: 'Save role' }).click();
    await expect(page.getByText(`${name} has a new role`)).toBeVisible();
    await other.reload();
    await expect(other.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    expect(await sections(other)).toContain('Comment Manager');

    await act('Sessions');
    const sessions = page.getByRole('dialog', { name: `Sessions of ${name}` });
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);
    await sessions.getByRole('button', { name: /^End the session on/ }).click();
    await expect(sessions.getByText('There is no running session.')).toBeVisible();
    await page.keyboard.press('Escape');

    await act('Disable');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText(`${name} is disabled`)).toBeVisible();
    await other.evaluate(() => localStorage.clear());
    await other.goto('/admin');
    await other.getByLabel('Username').fill(name);
    await other.getByLabel('Password', { exact: true }).fill('wrong');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.getByRole('alert')).toHaveText('Invalid username or password');
    await other.getByLabel('Password', { exact: true }).fill('nine quiet giants');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.getByRole('alert')).toHaveText('This account is suspended.');
  },
);

test(
  'after ten minutes the password is asked for again, and nothing typed is lost',
  WIDE,
  async ({ page }) => {
    const email = `${uniqueName('late')}@example.com`;
    const owner = await signIn(page);
    await page.goto('/admin/administrators');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByRole('radio', { name: /^Moderator/ }).check();
    ageProof(owner);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(asked).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    // Put off, it says why nothing was done, and what was typed is still there.
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please confirm first that it is you.');
    await expect(dialog.getByLabel('E-mail address')).toHaveValue(email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await asked.getByLabel('Password of admin').fill('wrong');
    await asked.getByRole('button', { name: 'Confirm' }).click();
    await expect(asked.getByRole('alert')).toHaveText('This password is wrong.');
    await asked.getByLabel('Password of admin').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(email).first()).toBeVisible();
  },
);

test(
  'administrators see where they are signed in, and set their own address',
  WIDE,
  async ({ page, browser }) => {
    const first = await elsewhere(browser, page);
    const name = await signInAs(first, 'analyst', page);
    await page.goto('/admin');
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill('nine quiet giants');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    await page.goto('/admin/password');
    const own = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(own.getByRole('listitem')).toHaveCount(2);
    await expect(own.getByText('This session')).toBeVisible();
    await own.getByRole('button', { name: /^End the session on/ }).click();
    await expect(own.getByRole('listitem')).toHaveCount(1);
    const address = page.getByRole('region', { name: 'Your e-mail address' });
    const email = `${uniqueName('own')}@example.com`;
    await address.getByLabel('E-mail address').fill(email);
    await address.getByRole('button', { name: 'Save address' }).click();
    await expect(address.getByRole('status')).toHaveText('Saved');
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await expect(address.getByLabel('E-mail address')).toHaveValue(email);
  },
);
