import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const FOLDER = join(process.env['E2E_VAR_DIR'] ?? '', 'mail');

/** Quoted-printable, as far as addresses need it. */
const decode = (text: string) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');

async function linksTo(address: string, path: string): Promise<string[]> {
  // Their names rise with time.
  const files = (await readdir(FOLDER).catch(() => [])).filter((file) => file.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')));
  return mails
    .map(decode)
    .filter((mail) => new RegExp(`^To: .*${address}`, 'm').test(mail))
    .flatMap((mail) => mail.match(new RegExp(`/${path}\\?token=[\\w-]+`))?.[0] ?? []);
}

/** Waits for the mails to an address with a link to a path, and gives the link of the last. */
export async function mailedLink(address: string, path: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await linksTo(address, path)).length).toBe(mails);
  return (await linksTo(address, path)).at(-1) ?? '';
}
