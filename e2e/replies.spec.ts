import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { newSession } from './account.ts';
import { axeFindings } from './axe.ts';
import { expect, sizeFor, test } from './journey.ts';

const textsOf = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(`../web/i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'));
const logInWith = (page: Page, token: string) =>
  page.addInitScript((kept) => localStorage.setItem('authToken', kept), token);

for (const [language, company] of [
  ['en', 'trism'],
  ['ko', 'skeb'],
] as const) {
  const comments = textsOf(language, 'comments');
  const replies = textsOf(language, 'on-demand/replies');
  const accounts = textsOf(language, 'on-demand/accounts');

  test(
    `a comment of one's own is edited, and taken back, in ${language}`,
    sizeFor(language),
    async ({ page }, { project }) => {
      await page.goto(`/${language}/companies/${company}`);
      const text = `First thought ${project.name} ${Date.now()}`;
      await page.getByLabel(comments.new).fill(text);
      await page.getByRole('button', { name: comments.post }).click();
      const mine = page.getByRole('listitem').filter({ hasText: text });
      await mine.getByRole('button', { name: replies.edit, exact: true }).click();
      const field = page.getByLabel(replies.editLabel);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(text);
      await expect(
        page
          .locator('button[type=submit]')
          .and(page.getByRole('button', { name: replies.save, exact: true })),
      ).toBeDisabled();
      await field.fill(`${text}, and a second one`);
      await page
        .locator('button[type=submit]')
        .and(page.getByRole('button', { name: replies.save, exact: true }))
        .click();
      const edited = page.getByRole('listitem').filter({ hasText: `${text}, and a second one` });
      await expect(edited.getByText(comments.edited)).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      // It is still one's own after the page was loaded again, and others see what it says now.
      await page.reload();
      await expect(edited).toBeVisible();
      await edited.getByRole('button', { name: replies.takeBack, exact: true }).click();
      await page
        .getByRole('group', { name: replies.takeBackAsk })
        .getByRole('button', { name: replies.takeBackYes })
        .click();
      await expect(edited).toHaveCount(0);
      await page.reload();
      await expect(page.getByLabel(comments.new)).toBeVisible();
      await expect(edited).toHaveCount(0);
      await expect(page.getByRole('button', { name: replies.edit, exact: true })).toHaveCount(0);
    },
  );

  test(
    `an account is told of a reply, reads it, and mutes the conversation, in ${language}`,
    sizeFor(language),
    async ({ page }, { project }) => {
      const { token } = await newSession(page.request, { language });
      const said = `Who knows more ${project.name} ${Date.now()}`;
      const as = { authorization: `Bearer ${token}` };
      const post = async (content: string, parent_id?: string, headers = {}) => {
        const path = `/api/companies/${company}/comments`;
        const answer = await page.request.post(path, { data: { content, parent_id }, headers });
        return ((await answer.json()) as { id: string }).id;
      };
      const id = await post(said, undefined, as);
      await post(`Somebody does ${said}`, id);
      await logInWith(page, token);
      await page.goto(`/${language}/account/notifications`);
      await expect(page.getByRole('heading', { name: accounts.notifications, level: 1 })).toBeVisible();
      await expect(page.getByText(replies.unread_one.replace('{{count}}', '1'))).toBeVisible();
      await expect(page.getByText(`Somebody does ${said}`)).toBeVisible();
      const menu = page.getByRole('button', {
        name: accounts.unreadNotifications_one.replace('{{count}}', '1'),
      });
      await expect(menu).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: replies.markRead }).click();
      await expect(page.getByText(replies.allRead)).toBeVisible();
      await expect(menu).toHaveCount(0);
      await page.getByLabel(replies.mailMe).click();
      await expect(page.getByLabel(replies.mailMe)).not.toBeChecked();
      await page.reload();
      await expect(page.getByLabel(replies.mailMe)).not.toBeChecked();

      // The notification leads to the comment; there the conversation is muted.
      await page
        .getByRole('link', { name: /trism|skeb/i })
        .first()
        .click();
      await expect(page.getByText(`Somebody does ${said}`)).toBeVisible();
      const thread = page.locator(`#comment-${id}`);
      await thread.getByRole('button', { name: replies.mute, exact: true }).click();
      await expect(thread.getByRole('button', { name: replies.muted })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await post(`And another ${said}`, id);
      await page.goto(`/${language}/account/notifications`);
      await expect(page.getByText(replies.isMuted)).toBeVisible();
      await expect(page.getByText(replies.allRead)).toBeVisible();
      await page.getByRole('button', { name: replies.unmute }).click();
      await expect(page.getByText(replies.isMuted)).toHaveCount(0);
    },
  );
}
