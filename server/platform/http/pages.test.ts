import { expect, test } from 'vitest';
import { companyDetailSchema } from '../../../core/companies/calls.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { signIn, testApp } from '../../testing/app.ts';
import { makeCompany } from '../../testing/make.ts';
import { normalizeSlashes } from './pages.ts';

test('an address has no slash to spare, and never begins like one of another host', () => {
  const plain = {
    '/': '/',
    '/all': '/all',
    '/all/': '/all',
    '/ko/?q=a/&sort=name': '/ko?q=a/&sort=name',
    '/all?q=?': '/all?q=?',
    '//': '/',
    '//evil.example/all/': '/evil.example/all',
    '/\\evil.example/': '/evil.example',
  };
  for (const [from, to] of Object.entries(plain)) expect(normalizeSlashes(from)).toBe(to);
});

test('every page is one whole document of HTML', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    await makeCompany(app, 'Alpha', { id: 'alpha', kinds: ['saas'] });
    for (const path of [
      '/',
      '/ko',
      '/en/all',
      '/en/no-seed',
      '/ja/companies/alpha',
      '/en/kinds/saas',
      '/en/explore',
      '/en/compare?ids=alpha',
      '/zh/about',
      '/en/nothing/here',
      '/login',
      '/admin',
    ]) {
      const { headers, body } = await app.get(path);
      expect(headers['content-type'], path).toBe('text/html; charset=utf-8');
      // Without the first of it a browser lays pages out as those of the last century.
      expect(body.slice(0, 27), path).toMatch(/^<!DOCTYPE html><html lang="/);
      expect(body.split('<!DOCTYPE').length, path).toBe(2);
      expect(body.endsWith('</body></html>'), path).toBe(true);
    }
  } finally {
    await app.close();
  }
});

test('what is around a page is the same, whether it is drawn for it or was for another one', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  const around = (html: string) => ({
    header: /<header.*?<\/header>/s.exec(html)?.[0],
    footer: /<footer.*<\/footer>/s.exec(html)?.[0],
  });
  try {
    for (const id of ['alpha', 'beta', 'no-seed']) await makeCompany(app, id, { id });
    const paths = [
      '',
      '/all',
      '/no-seed',
      '/companies/alpha',
      '/companies/beta',
      '/companies/no-seed',
      '/about',
    ];
    for (const language of ['', ...LANGUAGES])
      for (const path of paths) {
        const address = (language ? `/${language}${path}` : path) || '/';
        const plain = around((await app.get(address)).body);
        // With a question it is drawn for the page alone, whose links repeat it.
        const alone = around((await app.get(`${address}?q=alone`)).body.replaceAll('?q=alone', ''));
        expect([address, plain]).toEqual([address, alone]);
        for (const other of LANGUAGES)
          expect(plain.header).toContain(`href="/${other}${path}" hrefLang="${other}"`);
      }
    // Nor of one that is not there, whose address may be taken for one of the console's.
    for (const path of ['/administrators', '/en/administrators', '/ja/companies/nobody']) {
      const { statusCode, body } = await app.get(path);
      expect([path, statusCode]).toEqual([path, 404]);
      const alone = (await app.get(`${path}?q=alone`)).body.replaceAll('?q=alone', '');
      expect([path, around(body)]).toEqual([path, around(alone)]);
    }
    // What is no plain path is not put together: neither of a page that is there nor of one that is not.
    for (const path of ['/tags/a&b', '/tags/%22%3E%3Cb%3E', "/tags/'"]) {
      const { header, footer } = around((await app.get(`/en${path}`)).body);
      expect(header).toContain(' hrefLang="ko"');
      expect(header).not.toContain('<b>');
      expect(footer).toContain('href="/en/about"');
    }
  } finally {
    await app.close();
  }
});

test('what an address says for nothing is not said again by each row', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    for (let i = 0; i < 20; i++) await makeCompany(app, `Company ${i}`);
    const lengthOf = async (path: string) => (await app.get(path)).body.length;
    const usual = await lengthOf('/en/all');
    expect((await app.get('/en/all?cursor=a')).body.match(/cursor=a&amp;company=/g)).toHaveLength(20);
    for (const name of ['cursor', 'tag', 'ids', 'view'])
      expect([name, await lengthOf(`/en/all?${name}=${'a'.repeat(12_000)}`)]).toEqual([
        name,
        expect.toSatisfy((length: number) => length < usual + 120_000),
      ]);
  } finally {
    await app.close();
  }
});

test('a page of a facet has one address, where every other spelling of its value leads', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    await makeCompany(app, 'Acme', {
      country: 'IT',
      tags: ['open-source'],
      kinds: ['saas'],
      founders: [{ id: 'jane-doe', name: { en: 'Jane' } }],
    });
    const answers = async (path: string) => {
      const { statusCode, headers } = await app.get(path);
      return [path, statusCode, headers.location];
    };
    for (const path of ['/countries/it', '/tags/open-source', '/kinds/saas', '/founders/jane-doe'])
      expect(await answers(path)).toEqual([path, 200, undefined]);
    for (const value of ['%20it', 'it%20', 'it%0A', 'IT', 'It', 'it,it'])
      for (const prefix of ['', '/en', '/ko'])
        expect(await answers(`${prefix}/countries/${value}`)).toEqual([
          `${prefix}/countries/${value}`,
          301,
          `${prefix}/countries/it`,
        ]);
    for (const value of ['%20open-source', 'open%20source', 'open_source', '%23open-source', 'Open-Source'])
      expect(await answers(`/tags/${value}?sort=likes`)).toEqual([
        `/tags/${value}?sort=likes`,
        301,
        '/tags/open-source?sort=likes',
      ]);
    expect(await answers('/zh/kinds/SaaS')).toEqual(['/zh/kinds/SaaS', 301, '/zh/kinds/saas']);
    expect(await answers('/founders/Jane-Doe')).toEqual(['/founders/Jane-Doe', 301, '/founders/jane-doe']);
    // What no company has, in whatever spelling, and more than one value.
    for (const path of ['/countries/ZZ', '/countries/%20%09', '/countries/it,kr', '/kinds/SHOP', '/tags/!!!'])
      expect(await answers(path)).toEqual([path, 404, undefined]);
  } finally {
    await app.close();
  }
});

test('all values of a facet have a page, in parts where they are many', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    const first = await app.get('/en/tags');
    expect([first.statusCode, first.body.includes('Nothing to list yet')]).toEqual([200, true]);
    const founders = Array.from({ length: 20 }, (_, i) => i);
    for (let from = 0; from < 80; from += 20)
      await makeCompany(app, `Of ${from}`, {
        score: 90 - from,
        founders: founders.map((i) => ({ id: `p-${from + i}`, name: { en: `Person ${from + i}` } })),
      });
    const page = async (path: string) => {
      const { statusCode, body } = await app.get(path);
      return { statusCode, body, people: body.match(/href="\/en\/founders\/p-\d+"/g)?.length ?? 0 };
    };
    const whole = await page('/en/founders');
    expect([whole.statusCode, whole.people]).toEqual([200, 60]);
    expect(whole.body).toContain('href="/en/founders?page=2"');
    expect(whole.body).toContain('"BreadcrumbList"');
    expect(whole.body).toContain('"ItemList"');
    expect(whole.body).toMatch(/rel="canonical" href="[^"]*\/en\/founders"/);
    const second = await page('/en/founders?page=2');
    expect([second.statusCode, second.people]).toEqual([200, 20]);
    expect(second.body).toMatch(/rel="canonical" href="[^"]*\/en\/founders\?page=2"/);
    expect((await page('/en/founders?page=3')).statusCode).toBe(404);
    for (const nonsense of ['0', '-1', 'x', '1.5', '1e9', ''])
      expect([nonsense, (await page(`/en/founders?page=${nonsense}`)).people]).toEqual([nonsense, 60]);
    expect((await page('/fr/founders')).statusCode).toBe(404);
    expect((await page('/en/Founders')).statusCode).toBe(404);
  } finally {
    await app.close();
  }
});

test('an address that is cut off inside a character is one of its language', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    for (const [path, language] of [
      ['/en/companies/%ED%A0%80', 'en'],
      ['/ko/all/%80', 'ko'],
      ['/ja/%80', 'ja'],
      ['/zh/tags/%E2%82?q=%80', 'zh'],
    ] as const) {
      const answer = await app.get(path, { headers: { 'accept-language': 'fr' } });
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.body).toContain(`<html lang="${language}"`);
    }
  } finally {
    await app.close();
  }
});

test('an address has a page in each language and without one, and none behind anything else', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    await makeCompany(app, 'Alpha', { id: 'alpha', kinds: ['saas'] });
    // One whose id is another page's name.
    await makeCompany(app, 'Every', { id: 'all' });
    const titleAt = async (path: string) => {
      const { statusCode, body } = await app.get(path);
      return [statusCode, /<title>(.*?)<\/title>/.exec(body)?.[1]?.split(' · ')[0]] as const;
    };
    const pages = [
      '/all',
      '/explore',
      '/stories',
      '/compare',
      '/companies/alpha',
      '/companies/all',
      '/kinds/saas',
      '/no-seed',
      '/about',
      '/verify-email',
      '/account/profile',
    ];
    for (const path of pages) {
      const [status, title] = await titleAt(path);
      expect(status, path).toBe(200);
      expect(await titleAt(`/en${path}`), path).toEqual([200, title]);
      const [inKorean, korean] = await titleAt(`/ko${path}`);
      expect(inKorean, path).toBe(200);
      if (!path.startsWith('/companies/')) expect(korean, path).not.toBe(title);
      for (const other of ['xx', 'EN', 'founders', 'en/ko'])
        expect(await titleAt(`/${other}${path}`), `${other}${path}`).toEqual([404, expect.any(String)]);
    }
    expect(await titleAt('/companies/all')).toEqual([200, 'Every: $10M a year, 5 people']);
    expect(await titleAt('/ko')).not.toEqual(await titleAt('/en'));
    expect((await titleAt('/xx'))[0]).toBe(404);
    // What the router asks for when one goes there is the same.
    expect((await app.get('/en/all.data')).statusCode).toBe(200);
    expect((await app.get('/xx/all.data')).statusCode).toBe(404);
  } finally {
    await app.close();
  }
});

test('a page hands over nothing of a company that the API would not tell', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    for (const id of ['alpha', 'beta', 'gamma'])
      await makeCompany(app, id, { id, kinds: ['saas'], founders: [{ id: 'ada', name: { en: 'Ada' } }] });
    const row = await app.database.read.selectFrom('companies').selectAll().executeTakeFirstOrThrow();
    const told = new Set(Object.keys(companyDetailSchema.shape));
    const untold = Object.keys(row).filter((column) => !told.has(column));
    expect(untold).toEqual(expect.arrayContaining(['name_key', 'week_views', 'likes_imported']));
    const said = new RegExp(`\\b(?:${untold.join('|')}|key\\d)\\\\?"`);
    // A place in the search index. In what is drawn a class is called so.
    const saidInData = /(?<!\\)"number"/;
    for (const path of [
      '/en',
      '/en/all',
      '/en/all?company=alpha',
      '/en/no-seed',
      '/en/companies/alpha',
      '/en/companies/alpha?company=beta',
      '/en/kinds/saas',
      '/en/founders/ada',
      '/en/compare?ids=alpha,beta',
      '/en/compare',
      '/en/explore',
    ]) {
      const page = await app.get(path);
      const data = await app.get(path.replace(/(?=\?|$)/, '.data'));
      for (const { statusCode, body } of [page, data]) {
        expect(statusCode, path).toBe(200);
        expect(body, path).toContain('alpha');
        expect(said.exec(body)?.[0], path).toBeUndefined();
      }
      expect(data.body, path).not.toMatch(saidInData);
    }
  } finally {
    await app.close();
  }
});

test('a HEAD has the length of its GET, and files for crawlers vary with no reader', async () => {
  const app = await testApp('sqlite');
  for (const path of [
    '/api/nothing',
    '/api/companies/none',
    '/nothing',
    '/api/companies?limit=x',
    '/api/companies',
  ]) {
    const [head, get] = [await app.get(path, { method: 'HEAD' }), await app.get(path)];
    expect([path, head.statusCode, head.headers['content-length']]).toEqual([
      path,
      get.statusCode,
      get.headers['content-length'],
    ]);
  }
  for (const path of ['/robots.txt', '/sitemap.xml', '/sitemaps/pages-1.xml', '/en/feed.xml'])
    for (const cookie of ['', 'lang=ko'])
      expect([path, (await app.get(path, { headers: { cookie } })).headers['vary']]).toEqual([
        path,
        'Accept-Encoding',
      ]);
  expect((await app.get('/feed.xml')).headers['vary']).toContain('Cookie');
  await app.close();
});

test('a merged company leads to its target, on its page and in a comparison', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    for (const id of ['alpha', 'beta', 'gamma']) await makeCompany(app, id, { id });
    const as = await signIn(app);
    await app.post('/api/admin/companies/gamma/merge', { into: 'beta' }, as);
    const compared = async (ids: string) => {
      const { statusCode, body } = await app.get(`/en/compare?ids=${ids}`);
      expect(statusCode).toBe(200);
      return [...new Set(body.match(/(?<=href="[^"]*\/companies\/)\w+/g))];
    };
    expect(await compared('alpha,gamma')).toEqual(['alpha', 'beta']);
    expect(await compared('gamma,alpha,beta')).toEqual(['beta', 'alpha']);
    const { statusCode, headers } = await app.get('/en/companies/gamma');
    expect([statusCode, headers['location']]).toEqual([301, '/en/companies/beta']);
  } finally {
    await app.close();
  }
});

test('newsletters that were sent are pages, without a script of their own; others are missing', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    await makeCompany(app, 'alpha', { id: 'alpha' });
    const as = await signIn(app);
    const texts = {
      en: { subject: 'Five & six', body: '# Title\n\nHello [all](/en/all).\n\n{{company:alpha}}' },
    };
    const { id, version } = (await app.post('/api/admin/newsletter/issues', { texts }, as)).json();
    const page = (path: string) => app.get(path);
    expect((await page(`/en/newsletters/${id}`)).statusCode).toBe(404);
    expect((await page('/ja/newsletters')).body).toContain('配信したニュースレターはまだありません。');
    await app.post(`/api/admin/newsletter/issues/${id}/schedule`, { version }, as);
    await app.issues.look();
    const list = await page('/ja/newsletters');
    expect(list.body).toContain(`<a href="/ja/newsletters/${id}" class="stretched">Five &amp; six</a>`);
    const { statusCode, body } = await page(`/ja/newsletters/${id}`);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/lang="en"><h2[^>]*>Title<\/h2><p>Hello <a href="\/ja\/all"[^>]*>all<\/a>/);
    expect(body).toContain('href="?company=alpha"');
    expect(body).toContain('/share/ja/newsletters.png');
    expect((await page('/ja/newsletters/no-id')).statusCode).toBe(404);
    expect((await page('/ja/newsletters/no/id')).statusCode).toBe(404);
    expect((await page('/share/ja/newsletters.png')).headers['content-type']).toBe('image/png');
    // More than a page has.
    const at = '2026-01-01T00:00:00.000Z';
    await app.database.write(({ tx }) =>
      tx
        .insertInto('newsletter_issues')
        .values(
          Array.from({ length: 60 }, (_, i) => ({
            id: `01a00000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`,
            texts: JSON.stringify({ en: { subject: `Issue ${i}`, body: 'Text' } }),
            ...{ status: 'sent', version: 1, updated_by: 'ada' },
            ...{ at, created_at: at, updated_at: at, started_at: at, finished_at: at },
          })),
        )
        .execute(),
    );
    const issuesOn = async (number: number) =>
      [...(await page(`/ko/newsletters?page=${number}`)).body.matchAll(/class="stretched">([^<]+)/g)].map(
        ([, subject]) => subject,
      );
    expect((await issuesOn(2)).slice(0, 2)).toEqual(['Issue 30', 'Issue 29']);
    expect([(await issuesOn(2)).length, await issuesOn(3)]).toEqual([30, ['Issue 0']]);
    const second = (await page('/ko/newsletters?page=2')).body;
    expect(second).toContain('href="/ko/newsletters" rel="prev"');
    expect(second).toContain('href="/ko/newsletters?page=3" rel="next"');
    for (const number of ['0', '4', '1.5', 'x', '1e300'])
      expect((await page(`/ko/newsletters?page=${number}`)).statusCode, number).toBe(404);
    const some = await page('/api/newsletters?limit=2&offset=1');
    expect([some.json().length, some.headers['x-total-count']]).toEqual([2, '61']);
    expect((await page('/api/newsletters?limit=101')).statusCode).toBe(400);
  } finally {
    await app.close();
  }
});
