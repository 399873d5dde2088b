import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { insertJob } from '../../platform/jobs/store.ts';
import { type AskedAi, startAi, type TestAi } from '../../testing/ai.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const PAGE = { url: 'https://news.example/acme', title: 'Acme grows' };
/** Tokens of an answer of the test's providers. */
const EACH = 150;

const nameIn = ({ prompt }: AskedAi) => /"name": "(.*?)"/.exec(prompt)?.[1] ?? '';

for (const dialect of dialects) {
  describe(`the queue of AI proposals on ${dialect}`, () => {
    let ai: TestAi;
    let app: TestApp;
    let others: TestApp[];
    let as: { headers: { authorization: string } };

    beforeEach(async () => {
      ai = await startAi();
      app = await testApp(dialect, {
        variables: ai.variables,
        build: { ai: { timeout: 5000, firstWait: 5 } },
      });
      others = [];
      as = await signIn(app);
      await settings({ claudeApiKey: 'sk-ant-0123456789' });
    });
    afterEach(async () => {
      for (const other of others) await other.close();
      await app.close();
      await ai.close();
    });

    const settings = (body: object) => app.post('/api/admin/settings', body, as);
    const begin = async (companyIds: string[], more: object = {}): Promise<string> =>
      (await app.post('/api/admin/jobs', { kind: 'ai-update', input: { companyIds, ...more } }, as)).json()
        .id;
    const job = async (id: string) => (await app.get(`/api/admin/jobs/${id}`, as)).json();
    const reaches = (id: string, status: string) =>
      vi.waitFor(async () => expect((await job(id)).status).toBe(status), { timeout: 10_000 });
    const propose = async (companyIds: string[], more: object = {}) => {
      const id = await begin(companyIds, more);
      await reaches(id, 'done');
      return id;
    };
    const queue = async () => (await app.get('/api/admin/ai/proposals', as)).json();
    const read = async (id: string) => (await app.get(`/api/admin/ai/proposals/${id}`, as)).json();
    const accept = (id: string, body: object) => app.post(`/api/admin/ai/proposals/${id}/accept`, body, as);
    const history = async (id: string) => (await app.get(`/api/admin/companies/${id}/history`, as)).json();
    const usage = async () => (await app.get('/api/admin/ai/usage', as)).json();
    const inbox = async () =>
      (await app.get('/api/admin/inbox', as))
        .json()
        .find(({ kind }: { kind: string }) => kind === 'proposals');

    test('a job fills it, the inbox leads to it, and what is accepted is the model’s, what is reworded the person’s', async () => {
      const id = await makeCompany(app, 'Acme', {
        employees: 5,
        texts: { en: { name: 'Acme', story: 'Old.' } },
      });
      ai.reply({ says: { employees: 12, story: 'New.', description: 'It grew.' }, pages: [PAGE] });
      await propose([id]);
      const [entry, ...more] = await queue();
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        company: { id, name: 'Acme' },
        language: 'en',
        provider: 'claude',
        model: 'claude-sonnet-5-5',
        created_by: 'admin',
        stale: false,
      });
      expect(await inbox()).toEqual({ kind: 'proposals', count: 1, to: '/admin/proposals' });
      const { subject, fields } = await read(entry.id);
      expect(subject.employees).toBe(5);
      expect(fields).toContainEqual({
        field: 'employees',
        language: null,
        old: 5,
        proposed: 12,
        sources: [PAGE],
        by_person: false,
        stale: false,
      });
      const accepted = await accept(entry.id, {
        version: subject.version,
        employees: 12,
        content: { en: { story: 'New, as a person says it.' } },
      });
      expect(accepted.statusCode).toBe(200);
      expect(accepted.json()).toMatchObject({ employees: 12, story: 'New, as a person says it.' });
      const entries = await history(id);
      expect(
        entries.map((one: { actor_kind: string; changes: { field: string }[] }) => [
          one.actor_kind,
          one.changes.map(({ field }) => field),
        ]),
      ).toEqual([
        ['person', ['story']],
        ['ai', ['employees']],
      ]);
      expect(await queue()).toEqual([]);
      expect(await inbox()).toBeUndefined();
      expect((await accept(entry.id, { version: 9 })).statusCode).toBe(404);
    });

    test('a newer proposal takes the place of an older one, each language has its own, and a rejected one is gone', async () => {
      const id = await makeCompany(app, 'Acme', {
        employees: 5,
        texts: { en: { name: 'Acme' }, ko: { name: '아크미' } },
      });
      ai.reply({ says: { employees: 12 } }, { says: { employees: 13 } });
      await propose([id]);
      await propose([id]);
      expect((await read((await queue())[0].id)).fields).toMatchObject([{ proposed: 13 }]);
      ai.reply({ says: { story: '새로.' } });
      await propose([id], { language: 'ko' });
      expect((await queue()).map(({ language }: { language: string }) => language)).toEqual(['en', 'ko']);
      const before = await history(id);
      for (const one of await queue())
        expect((await app.delete(`/api/admin/ai/proposals/${one.id}`, undefined, as)).json()).toEqual({
          success: true,
        });
      expect(await queue()).toEqual([]);
      expect(await history(id)).toEqual(before);
      expect((await app.get('/api/admin/ai/proposals')).statusCode).toBe(401);
    });

    test('the proposals of each job are listed alone, with how many are left', async () => {
      const ids = [];
      for (const name of ['Acme', 'Beta', 'Gamma']) ids.push(await makeCompany(app, name, { employees: 5 }));
      ai.reply({ says: { employees: 12 }, pages: [PAGE] });
      const first = await propose(ids.slice(0, 2));
      const second = await propose(ids.slice(2));
      const jobs = async () => (await app.get('/api/admin/ai/proposals/jobs', as)).json();
      const of = async (id: string) => (await app.get(`/api/admin/ai/proposals?job=${id}`, as)).json();
      expect(await jobs()).toMatchObject([
        { job: second, created_by: 'admin', count: 1 },
        { job: first, created_by: 'admin', count: 2 },
      ]);
      const [entry, ...more] = await of(first);
      expect([entry.company.name, entry.job, more.length]).toEqual(['Acme', first, 1]);
      expect(await of('nobody')).toEqual([]);
      await app.delete(`/api/admin/ai/proposals/${entry.id}`, undefined, as);
      expect((await jobs())[1]).toMatchObject({ job: first, count: 1 });
      // Asked about again, a company waits in the newer job alone.
      const third = await propose(ids.slice(2));
      expect((await jobs()).map(({ job }: { job: string }) => job)).toEqual([third, first]);
      expect((await app.get('/api/admin/ai/proposals/jobs')).statusCode).toBe(401);
    });

    test('what a person wrote, and what changed since, is marked, and an old version is refused', async () => {
      const id = await makeCompany(app, 'Acme', { employees: 5, founded: 2001 });
      await app.put(`/api/admin/companies/${id}`, { story: 'A person wrote this.' }, as);
      ai.reply({ says: { employees: 12, story: 'A machine wrote this.', founded: 2002 } });
      await propose([id]);
      const [{ id: proposal }] = await queue();
      const marks = async () =>
        (await read(proposal)).fields.map((one: { field: string; by_person: boolean; stale: boolean }) => [
          one.field,
          one.by_person,
          one.stale,
        ]);
      expect((await marks()).toSorted()).toEqual([
        ['employees', false, false],
        ['founded', false, false],
        ['story', true, false],
      ]);
      const { subject } = await read(proposal);
      await app.put(`/api/admin/companies/${id}`, { employees: 7 }, as);
      expect((await queue())[0].stale).toBe(true);
      expect(await marks()).toContainEqual(['employees', true, true]);
      const late = await accept(proposal, { version: subject.version, employees: 12 });
      expect(late.statusCode).toBe(409);
      expect(late.json()).toMatchObject({ code: 'conflict', company: { employees: 7 } });
      expect(await queue()).toHaveLength(1);
      // Written by a model last, it is no person's any more.
      const now = await read(proposal);
      await accept(proposal, { version: now.subject.version, employees: 12 });
      ai.reply({ says: { employees: 20 } });
      await propose([id]);
      expect((await read((await queue())[0].id)).fields).toMatchObject([{ by_person: false, stale: false }]);
    });

    test('a figure that is reworded keeps its year, and both are the person’s', async () => {
      const id = await makeCompany(app, 'Acme', { employees: 5 });
      ai.reply({ says: { employees: 12, employees_as_of: 2026 } });
      await propose([id]);
      const [{ id: proposal }] = await queue();
      const { subject } = await read(proposal);
      const saved = await accept(proposal, {
        version: subject.version,
        employees: 11,
        employees_as_of: 2026,
      });
      expect(saved.json()).toMatchObject({ employees: 11, employees_as_of: 2026 });
      expect((await history(id))[0]).toMatchObject({ actor_kind: 'person' });
    });

    test('a rejection is taken back, unless newer proposals took its place', async () => {
      const id = await makeCompany(app, 'Acme', { employees: 5 });
      ai.reply({ says: { employees: 12 } }, { says: { employees: 13 } });
      await propose([id]);
      const [entry] = await queue();
      const restore = () => app.post(`/api/admin/ai/proposals/${entry.id}/restore`, {}, as);
      const reject = () => app.delete(`/api/admin/ai/proposals/${entry.id}`, undefined, as);
      expect((await restore()).statusCode).toBe(404);
      expect((await reject()).statusCode).toBe(200);
      expect((await reject()).statusCode).toBe(404);
      expect((await accept(entry.id, { version: 1 })).statusCode).toBe(404);
      expect([await queue(), await inbox()]).toEqual([[], undefined]);
      expect((await restore()).statusCode).toBe(200);
      expect(await queue()).toEqual([entry]);
      expect((await reject()).statusCode).toBe(200);
      await propose([id]);
      expect((await restore()).statusCode).toBe(404);
      expect((await queue()).map((one: { id: string }) => one.id)).not.toEqual([entry.id]);
    });

    test('a figure and sources that are reworded are the person’s', async () => {
      const id = await makeCompany(app, 'Acme', { employees: 5 });
      const figure = { metric: 'employees', year: 2025, amount: 12, certainty: 'exact', source: PAGE.url };
      ai.reply({ says: { figures: [figure], story: 'New.' }, pages: [PAGE] });
      await propose([id]);
      const [entry] = await queue();
      const { subject, fields } = await read(entry.id);
      const sources = fields.find(({ field }: { field: string }) => field === 'sources')?.proposed ?? [];
      const body = {
        version: subject.version,
        figures: [{ ...figure, amount: 14 }],
        sources: [...sources, { url: 'https://acme.example/people', supports: ['employees'] }],
        content: { en: { story: 'New.' } },
      };
      expect((await accept(entry.id, body)).statusCode).toBe(200);
      const byWhom = (await history(id)).map((one: { actor_kind: string; changes: { field: string }[] }) => [
        one.actor_kind,
        one.changes.map(({ field }) => field).sort(),
      ]);
      expect(byWhom.slice(0, 2)).toEqual([
        ['person', ['figures', 'sources']],
        ['ai', ['story']],
      ]);
    });

    test('a company takes its proposals into the trash and back', async () => {
      const id = await makeCompany(app, 'Acme', { employees: 5 });
      ai.reply({ says: { employees: 12 } });
      await propose([id]);
      const { bin_id } = (await app.delete(`/api/admin/companies/${id}`, undefined, as)).json();
      expect(await queue()).toEqual([]);
      await app.post(`/api/admin/bin/${bin_id}/restore`, undefined, as);
      expect(await queue()).toMatchObject([{ company: { id } }]);
    });

    test.each(['claude', 'gemini'] as const)(
      'what %s says that it took is counted by month, and estimates follow',
      async (provider) => {
        await settings({ geminiApiKey: 'AIza-0123456789', defaultAiProvider: provider });
        const ids = [await makeCompany(app, 'One'), await makeCompany(app, 'Two')];
        const estimate = async (body: object) => (await app.post('/api/admin/ai/estimate', body, as)).json();
        expect(await estimate({ kind: 'ai-update', companyIds: ids })).toMatchObject({
          provider,
          requests: 2,
          input_tokens: 40_000,
          measured: false,
          spent: 0,
          limit: null,
        });
        ai.reply({ says: { employees: 12 } }, 'cut off', { says: 'prose' });
        await propose(ids);
        // An answer that nobody can use is paid for too; one that never came is not known.
        const { month, spent, limit, months } = await usage();
        expect(limit).toBeNull();
        const requests = months[0].requests;
        expect(requests).toBeGreaterThanOrEqual(1);
        expect(spent).toBe(requests * EACH);
        expect(months).toEqual([
          {
            month,
            provider,
            model: expect.stringContaining(provider),
            requests,
            input_tokens: requests * 100,
            output_tokens: requests * 50,
            cost: expect.closeTo(
              (requests * (provider === 'claude' ? 100 * 2 + 50 * 10 : 100 * 1.5 + 50 * 7.5)) / 1e6,
            ),
          },
        ]);
        expect(await estimate({ kind: 'ai-update', companyIds: ids })).toMatchObject({
          input_tokens: 200,
          output_tokens: 100,
          measured: true,
        });
        expect(await estimate({ kind: 'translate-missing' })).toMatchObject({ requests: 6, measured: false });
        expect(await estimate({ kind: 'translate-missing', companyIds: [ids[0]] })).toMatchObject({
          requests: 3,
        });
        await settings({ [`${provider}Model`]: 'a-gateway-of-ours' });
        expect(await estimate({ kind: 'ai-update', companyIds: ids })).toMatchObject({ cost: null });
      },
    );

    test('the limit pauses a job in the middle, refuses everything else, and the job goes on when it is raised', async () => {
      const ids = [
        await makeCompany(app, 'One'),
        await makeCompany(app, 'Two'),
        await makeCompany(app, 'Three'),
      ];
      await settings({ aiMonthlyTokens: EACH });
      ai.reply({ says: { employees: 12 } });
      const id = await begin(ids);
      await reaches(id, 'paused');
      expect(await job(id)).toMatchObject({ progress: 1, error: expect.stringContaining('tokens') });
      expect(ai.asked).toHaveLength(1);
      expect(await queue()).toHaveLength(1);
      for (const refused of [
        await app.post(`/api/admin/companies/${ids[1]}/ai-update`, {}, as),
        await app.post('/api/admin/jobs', { kind: 'ai-update', input: { companyIds: ids } }, as),
        await app.post(
          '/api/admin/translations/generate',
          { companyId: ids[0], targetLanguages: ['ko'] },
          as,
        ),
      ]) {
        expect(refused.statusCode).toBe(409);
        expect(refused.json()).toMatchObject({ code: 'ai_limit_spent' });
      }
      expect(ai.asked).toHaveLength(1);
      await settings({ aiMonthlyTokens: 100 * EACH });
      expect((await app.post(`/api/admin/jobs/${id}/resume`, undefined, as)).json()).toMatchObject({
        status: 'queued',
        error: null,
      });
      await reaches(id, 'done');
      expect(await queue()).toHaveLength(3);
      expect(await usage()).toMatchObject({ spent: 3 * EACH, limit: 100 * EACH });
      expect((await app.post(`/api/admin/jobs/${id}/resume`, undefined, as)).statusCode).toBe(409);
    });

    test('another month has the whole limit again', async () => {
      const id = await makeCompany(app, 'Acme');
      await settings({ aiMonthlyTokens: EACH });
      ai.reply({ says: { employees: 12 } });
      const ask = () => app.post(`/api/admin/companies/${id}/ai-update`, {}, as);
      expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 409]);
      app.clock.forward(32 * 24 * 3_600_000);
      as = await signIn(app);
      expect((await ask()).statusCode).toBe(200);
      expect((await usage()).months).toHaveLength(2);
    });

    test('a paused job rests, also in another process, and goes on where it was', async () => {
      const ids = [await makeCompany(app, 'One'), await makeCompany(app, 'Two')];
      ai.reply((asked) =>
        nameIn(asked) === 'Two' && ai.asked.length === 2 ? 'hang' : { says: { employees: 12 } },
      );
      const id = await begin(ids);
      await vi.waitFor(() => expect(ai.asked).toHaveLength(2));
      expect((await app.post(`/api/admin/jobs/${id}/pause`, undefined, as)).json()).toMatchObject({
        status: 'paused',
        progress: 1,
      });
      const other = await app.sibling();
      others.push(other);
      other.jobs.wake();
      await other.jobs.whenIdle();
      expect(ai.asked).toHaveLength(2);
      expect(await job(id)).toMatchObject({ status: 'paused', progress: 1 });
      expect((await app.post(`/api/admin/jobs/${id}/undo`, undefined, as)).statusCode).toBe(409);
      await app.post(`/api/admin/jobs/${id}/resume`, undefined, as);
      await reaches(id, 'done');
      expect((await queue()).map(({ company }: { company: { id: string } }) => company.id)).toEqual(ids);
      expect((await app.post(`/api/admin/jobs/${id}/pause`, undefined, as)).statusCode).toBe(409);
      expect((await app.post('/api/admin/jobs/none/pause', undefined, as)).statusCode).toBe(404);
    });

    test('what one call started in parts is paused and goes on as a whole, and other work is left alone', async () => {
      const id = await makeCompany(app, 'Acme');
      await app.jobs.stop();
      const actor = { kind: 'person' as const, name: 'admin' };
      const make = (kind: 'translate-missing' | 'ai-update', now: Date) =>
        app.database.write(async (unit) => {
          const made = [];
          for (let part = 0; part < 2; part++)
            made.push(await insertJob({ ...unit, actor, now }, { kind, input: { companyIds: [id] } }));
          return made.map((one) => one.id);
        });
      const parts = await make('translate-missing', app.clock.now);
      const others = [
        ...(await make('ai-update', app.clock.now)),
        ...(await make('translate-missing', new Date(app.clock.now.getTime() + 1))),
      ];
      const states = async (ids: string[]) =>
        new Set(await Promise.all(ids.map(async (one) => (await job(one)).status)));
      await app.post(`/api/admin/jobs/${parts[1]}/pause`, undefined, as);
      expect(await states(parts)).toEqual(new Set(['paused']));
      expect(await states(others)).toEqual(new Set(['queued']));
      await app.post(`/api/admin/jobs/${parts[0]}/cancel`, undefined, as);
      expect((await app.post(`/api/admin/jobs/${parts[0]}/resume`, undefined, as)).statusCode).toBe(409);
      await app.post(`/api/admin/jobs/${parts[1]}/resume`, undefined, as);
      expect(await states(parts)).toEqual(new Set(['cancelled', 'queued']));
    });

    test('a restart in the middle asks nothing twice that was saved', async () => {
      const ids = [await makeCompany(app, 'One'), await makeCompany(app, 'Two')];
      ai.reply((asked) =>
        nameIn(asked) === 'Two' && ai.asked.length === 2 ? 'hang' : { says: { employees: 12 } },
      );
      const id = await begin(ids);
      await vi.waitFor(() => expect(ai.asked).toHaveLength(2));
      await app.jobs.stop();
      const next = await app.sibling();
      others.push(next);
      next.jobs.wake();
      await reaches(id, 'done');
      expect(ai.asked.map(nameIn)).toEqual(['One', 'Two', 'Two']);
      expect(await queue()).toHaveLength(2);
    });

    test('each week the companies with the oldest figures are asked about, once, however many processes look', async () => {
      const old = await makeCompany(app, 'Old', { employees: 5, employees_as_of: 2011 });
      const older = await makeCompany(app, 'Older', { employees: 5, employees_as_of: 2010 });
      await makeCompany(app, 'New', { employees: 5, employees_as_of: 2026 });
      const other = await app.sibling();
      others.push(other);
      const both = async () => {
        await Promise.all([app.proposals.look(), other.proposals.look()]);
        await vi.waitFor(async () => {
          const jobs = (await app.get('/api/admin/jobs', as)).json();
          expect(jobs.every(({ status }: { status: string }) => status === 'done')).toBe(true);
        });
      };
      const aWeekLater = async () => {
        for (const each of [app, other]) each.clock.forward(7 * 24 * 3_600_000);
        as = await signIn(app);
      };
      await both();
      expect(ai.asked).toEqual([]);
      await settings({ aiWeeklyCompanies: 1 });
      ai.reply({ says: { employees: 12 } });
      await both();
      await both();
      expect(ai.asked.map(nameIn)).toEqual(['Older']);
      expect(await queue()).toMatchObject([{ company: { id: older }, created_by: '' }]);
      await aWeekLater();
      ai.reply({ says: {} });
      await both();
      expect(ai.asked.map(nameIn)).toEqual(['Older', 'Old']);
      // Nothing new was found about it: it is left alone for a quarter of a year.
      expect(await queue()).toMatchObject([{ company: { id: older } }]);
      await aWeekLater();
      await both();
      expect(ai.asked.map(nameIn)).toEqual(['Older', 'Old', 'New']);
      expect((await app.get(`/api/companies/${old}`)).json()).toMatchObject({ employees: 5 });
    });
  });
}
