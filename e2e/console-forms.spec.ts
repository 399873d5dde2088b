import type { Locator, Page } from '@playwright/test';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

// The browser says in its console what a session that is over and a network that is gone refuse.
test.use({ allowConsole: [/401|ERR_INTERNET_DISCONNECTED|Failed to fetch/], actionTimeout: 8000 });

interface FormCase {
  name: string;
  /** Opens the form from anywhere. */
  open(page: Page): Promise<Locator>;
  save: string | RegExp;
  typed(form: Locator): [field: Locator, text: string][];
}

/** Ends the session on the server, as its end or a log-out elsewhere does. */
async function loseSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/api/admin/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionToken: localStorage.getItem('adminToken') }),
    });
  });
}

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
  return page.getByRole('main');
};

/** A part of the directory whose list has rows that are opened. */
const partOf = (part: string) => async (page: Page) => {
  await page.goto(`/admin/directory?part=${part}`);
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: /^(Add a|Edit$)/ })
    .first()
    .click();
  return main;
};

const english = (form: Locator) => form.getByRole('textbox', { name: 'English', exact: true }).first();

/** The forms, about a company, a user, an issue and a collection that are made for them. */
async function makeForms(page: Page): Promise<FormCase[]> {
  const headers = await signIn(page);
  const unique = `${test.info().project.name} ${Date.now()}`;
  const send = async <T>(method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](`/api${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
  const name = `Forms ${unique}`;
  const { id } = await send<{ id: string }>('post', '/admin/companies', {
    ...{ name, description: 'It is edited.', story: 'It began.', revenue: '$1M' },
    tags: [`forms-${Date.now()}`],
  });
  await send('put', `/admin/companies/${id}/draft`, {
    changes: { language: 'en', description: 'Edited.' },
  });
  const { user } = await send<{ user: { email: string } }>('post', '/auth/register', {
    ...{ email: `${Date.now()}@forms.example`, password: 'a rather long password' },
  });
  const users = await page.request.get(`/api/admin/users?q=${user.email}`, { headers });
  const [{ id: userId }] = (await users.json()) as [{ id: string }];
  const issue = await send<{ id: string }>('post', '/admin/newsletter/issues', { texts: {} });
  const collection = `forms-${Date.now()}`;
  await send('post', '/admin/collections', {
    id: collection,
    texts: { en: { title: 'Loud ones', intro: 'They shout.', closing: '' } },
    companies: [],
    published: false,
  });

  return [
    {
      name: 'figure of a row',
      async open(on) {
        await on.goto(`/admin/edit?q=${encodeURIComponent(name)}`);
        await on.getByRole('button', { name: /^Revenue of Forms/ }).click();
        return on.getByRole('dialog', { name: `A figure of ${name}` });
      },
      save: 'Save the figure',
      typed: (form) => [
        [form.getByLabel('Amount'), '7654321'],
        [form.getByRole('combobox', { name: 'Source' }), 'https://forms.example/report?a=1'],
      ],
    },
    {
      name: 'work',
      async open(on) {
        await on.goto(`/admin/edit?issue=unchecked&q=${encodeURIComponent(name)}`);
        await on.getByRole('link', { name, exact: true }).click();
        await on.getByRole('button', { name: `${name}: not checked` }).click();
        return on.getByRole('dialog', { name: `${name}: not checked` });
      },
      save: 'Add note',
      typed: (form) => [
        [form.getByLabel('New note'), '작은 회사에\nask twice, 二度'],
        [form.getByLabel('Put off for me until'), '2099-02-03'],
      ],
    },
    {
      name: 'schedule of publishing',
      async open(on) {
        await on.goto(`/admin/edit?edit=${id}`);
        await on.getByRole('button', { name: 'Publish at…' }).click();
        return on
          .getByRole('dialog')
          .filter({ has: on.getByRole('button', { name: 'Schedule' }) })
          .last();
      },
      save: 'Schedule',
      typed: (form) => [[form.getByLabel(/^Date and time/), '2098-03-04T05:06']],
    },
    {
      name: 'issue of the newsletter',
      open: at(`/admin/newsletter?issue=${issue.id}`),
      save: 'Save',
      typed: (form) => [
        [form.getByLabel('Subject'), 'Five “small” giants'],
        [form.getByLabel('Text (Markdown)'), 'Hello **all**.\n\nThe end.'],
      ],
    },
    {
      name: 'collection',
      open: at(`/admin/collections?collection=${collection}`),
      save: 'Save',
      typed: (form) => [
        [form.getByLabel('Title'), 'Quiet ones'],
        [form.getByLabel('Introduction'), 'They say little.'],
        [form.getByLabel('Closing words'), 'That is all.'],
      ],
    },
    ...(['categories', 'kinds', 'fields'] as const).map((part) => ({
      name: part,
      open: partOf(part),
      save: 'Save',
      typed: (form: Locator): [Locator, string][] => [[english(form), `${part} & more`]],
    })),
    {
      name: 'texts',
      async open(on) {
        const main = await at('/admin/directory?part=texts')(on);
        await main.getByLabel('Search for a text').fill('Search companies');
        return main;
      },
      save: 'Save',
      typed: (form) => [[form.getByRole('textbox').first(), 'In our own words']],
    },
    {
      name: 'user',
      open: at(`/admin/users?user=${userId}`),
      save: 'Save',
      typed: (form) => [[form.page().getByRole('textbox', { name: 'Organization' }), 'A small workshop']],
    },
    {
      name: 'invitation',
      async open(on) {
        await on.goto('/admin/administrators');
        await on.getByRole('button', { name: 'Invite' }).click();
        return on.getByRole('dialog', { name: 'Invite an administrator' });
      },
      save: 'Send invitation',
      typed: (form) => [[form.getByLabel('E-mail address'), 'someone@forms.example']],
    },
  ];
}

const NAMES = [
  'figure of a row',
  'work',
  'schedule of publishing',
  'issue of the newsletter',
  'collection',
  'categories',
  'kinds',
  'fields',
  'texts',
  'user',
  'invitation',
];

// Each form at one size, and both sizes among them.
for (const [i, name] of NAMES.entries())
  test(
    `the form '${name}' finds each character again after its session, its network and its page were lost`,
    // Only a wide table has cells to click.
    i % 2 === 0 ? WIDE : PHONE,
    async ({ page }) => {
      // The page is left with unsaved work.
      page.on('dialog', (question) => void question.accept());
      const form = (await makeForms(page)).find((one) => one.name === name);
      if (!form) throw new Error(name);
      const { open, save, typed } = form;
      for (const [field, text] of typed(await open(page))) await field.fill(text);
      await loseSession(page);
      await page.getByRole('button', { name: save, exact: true }).last().click();
      const asked = page.getByRole('dialog', { name: 'Please enter your password again' });
      await expect(asked).toBeVisible();
      await page.context().setOffline(true);
      await asked.getByLabel('Password of admin').fill(ADMIN_PASSWORD);
      await asked.getByRole('button', { name: 'Go on' }).click();
      await expect(asked.getByRole('alert')).toBeVisible();
      await page.context().setOffline(false);
      await signIn(page);
      await page.reload();

      const again = await open(page);
      await page.getByRole('button', { name: 'Bring them back' }).last().click();
      for (const [field, text] of typed(again)) await expect(field).toHaveValue(text);
    },
  );
