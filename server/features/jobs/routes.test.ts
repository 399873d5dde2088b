import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobDetail } from '../../../core/jobs/calls.ts';
import type { AuthoredUnit } from '../../platform/database/types.ts';
import { setResults } from '../../platform/jobs/store.ts';
import { type AiReply, type AskedAi, startAi, type TestAi } from '../../testing/ai.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { type CompanySave, saveCompany } from '../companies/save-company.ts';

/** The company a question is about. */
const nameIn = ({ prompt }: AskedAi) => /"name": "(.*?)"/.exec(prompt)?.[1] ?? '';

for (const dialect of dialects) {
  describe(`background jobs on ${dialect}`, () => {
    let ai: TestAi;
    let app: TestApp;
    let others: TestApp[];
    let as: { headers: { authorization: string } };

    beforeEach(async () => {
      ai = await startAi();
      ai.reply({ says: { employees: 12 } });
      app = await testApp(dialect, {
        variables: ai.variables,
        build: { ai: { timeout: 5000, firstWait: 5 } },
      });
      others = [];
      as = await signIn(app);
      await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, as);
    });
    afterEach(async () => {
      for (const other of others) await other.close();
      await app.close();
      await ai.close();
    });

    const sibling = async () => {
      const other = await app.sibling();
      others.push(other);
      return other;
    };
    const makeCompanies = async (count: number) => {
      const ids: string[] = [];
      for (let i = 1; i <= count; i++) ids.push(await makeCompany(app, `Acme ${i}`));
      return ids;
    };
    const begin = async (kind: string, input: object = {}): Promise<string> => {
      const answer = await app.post('/api/admin/jobs', { kind, input }, as);
      expect(answer.statusCode).toBe(201);
      return answer.json().id;
    };
    const read = async (id: string): Promise<JobDetail> =>
      (await app.get(`/api/admin/jobs/${id}`, as)).json();
    const ended = (id: string) =>
      vi.waitFor(
        async () => {
          const job = await read(id);
          expect(['done', 'failed', 'cancelled']).toContain(job.status);
          return job;
        },
        { timeout: 15_000, interval: 30 },
      );
    const asked = (count: number) =>
      vi.waitFor(() => expect(ai.asked.length).toBeGreaterThanOrEqual(count), {
        timeout: 10_000,
        interval: 10,
      });
    const company = async (id: string) => (await app.get(`/api/admin/companies/${id}/content`, as)).json();
    const history = async (id: string) => (await app.get(`/api/admin/companies/${id}/history`, as)).json();
    const proposedEmployees = ({ results }: JobDetail) =>
      results.map(({ proposed }) => proposed.find(({ field }) => field === 'employees')?.proposed);
    const undo = (id: string) => app.post(`/api/admin/jobs/${id}/undo`, undefined, as);

    test('a bulk AI update lists company by company what the model proposes, and saves nothing', async () => {
      const ids = await makeCompanies(3);
      ai.reply((one) =>
        nameIn(one) === 'Acme 2' ? { status: 400, message: 'no' } : { says: { employees: 12 } },
      );
      const id = await begin('ai-update', { companyIds: [...ids, 'nobody'] });
      const job = await ended(id);
      expect(job).toMatchObject({
        kind: 'ai-update',
        status: 'done',
        progress: 4,
        total: 4,
        created_by: 'admin',
      });
      expect(job.results).toMatchObject([
        {
          company_id: ids[0],
          name: 'Acme 1',
          outcome: 'proposed',
          updatedFields: [],
          proposed: [{ field: 'employees', language: null, old: 5, proposed: 12 }],
          model: 'claude-sonnet-5-5',
          version: null,
        },
        {
          company_id: ids[1],
          name: 'Acme 2',
          outcome: 'failed',
          error: 'Claude refused the request: no',
          code: 'ai_request_refused',
          version: null,
        },
        { company_id: ids[2], outcome: 'proposed' },
        {
          company_id: 'nobody',
          name: 'nobody',
          outcome: 'failed',
          error: "There is no company 'nobody'.",
          code: 'company_not_found',
        },
      ]);
      expect((await company(ids[0] ?? '')).employees).toBe(5);
      expect(await history(ids[0] ?? '')).toEqual([]);
      const [listed] = (await app.get('/api/admin/jobs', as)).json();
      expect(listed).toMatchObject({ id, status: 'done', progress: 4 });
      expect(listed).not.toHaveProperty('results');
      const log = (await app.get('/api/admin/audit', as)).json();
      expect(log[0]).toMatchObject({ action: 'job.create', subject: id });
    });

    test('companies that were imported are proposed for as those that a person wrote', async () => {
      const companies = [{ name: 'Acme', description: 'From a file.', revenue: '$3M', employees: 5 }];
      const [made] = (await app.post('/api/admin/companies/bulk?taken=report', { companies }, as)).json()
        .items;
      ai.reply({ says: { revenue: '$900B', description: 'By machine.', website: 'https://bait.example' } });
      const { results } = await ended(await begin('ai-update', { companyIds: [made.id] }));
      expect(results[0]?.proposed.map(({ field }) => field)).toEqual(
        expect.arrayContaining(['revenue', 'description', 'website']),
      );
      expect(await company(made.id)).toMatchObject({
        revenue: '$3M',
        description: 'From a file.',
        website: null,
      });
    });

    test('an undo restores what the job changed where nobody changed it since, once', async () => {
      const ids = await makeCompanies(2);
      const [first = '', second = ''] = ids;
      await app.put(`/api/admin/companies/${first}`, { language: 'ko', name: '아크미' }, as);
      ai.reply({ says: { employees: 12 } });
      const id = await begin('ai-update', { companyIds: ids });
      const { results } = await ended(id);
      // As jobs of earlier editions did, which saved what the model proposed.
      await app.database.write(async ({ tx }) => {
        const unit = { tx, now: app.clock.now, actor: { kind: 'ai', name: 'model' }, changed: () => {} };
        for (const result of results) {
          const shared = { employees: 12, revenue: '$77M' };
          const texts = { en: { description: 'By machine.' } };
          await saveCompany(unit as unknown as AuthoredUnit, result.company_id, {
            shared,
            texts,
          } as CompanySave);
          result.version = (await company(result.company_id)).version + 1;
        }
        await setResults(tx, id, results);
      });
      expect((await company(first)).content.ko.pending_language).toBe('en');
      await app.put(`/api/admin/companies/${second}`, { revenue: '$5M' }, as);
      const undone = (await undo(id)).json() as JobDetail;
      expect(undone.results.map((result) => result.undone)).toEqual(['restored', 'kept']);
      expect(await company(first)).toMatchObject({
        employees: 5,
        revenue: '$10M',
        description: 'About Acme 1',
        content: { ko: { pending_since: null } },
      });
      expect(await company(second)).toMatchObject({
        employees: 5,
        revenue: '$5M',
        description: 'About Acme 2',
      });
      expect((await history(first))[0]).toMatchObject({ actor_kind: 'person', action: 'restore' });
      const versions = (await history(first)).length;
      await undo(id);
      expect(await history(first)).toHaveLength(versions);
    });

    test('all missing translations are generated, and an undo takes away what nobody worked on', async () => {
      const [first = '', second = ''] = await makeCompanies(2);
      await app.put(`/api/admin/companies/${second}`, { language: 'ja', name: 'アクメ' }, as);
      ai.reply({ says: { name: 'X', description: 'Y', story: 'Z', highlights: ['H'], founder: null } });
      const id = await begin('translate-missing');
      const job = await ended(id);
      expect(job.total).toBe(2);
      expect(job.results).toMatchObject([
        { company_id: first, outcome: 'updated', languages: ['ko', 'ja', 'zh'] },
        { company_id: second, outcome: 'updated', languages: ['ko', 'zh'] },
      ]);
      await app.put(`/api/admin/companies/${first}`, { language: 'zh', story: '人写的。' }, as);
      const undone = (await undo(id)).json() as JobDetail;
      expect(undone.results.map((result) => result.undone)).toEqual(['kept', 'restored']);
      expect(Object.keys((await company(first)).content)).toEqual(['en', 'zh']);
      expect(Object.keys((await company(second)).content)).toEqual(['en', 'ja']);
    });

    test('a language that fails is told with its reason, one whose original changed with that', async () => {
      const [first = '', second = ''] = await makeCompanies(2);
      const says = { name: 'X', description: 'Y', story: 'Z', highlights: ['H'], founder: null };
      ai.reply(async (question) => {
        if (nameIn(question) === 'Acme 1')
          return question.instructions.includes('Japanese') ? { status: 400 } : { says };
        await app.put(`/api/admin/companies/${second}`, { story: 'Rewritten.' }, as);
        return { says };
      });
      const [failed, overtaken] = (await ended(await begin('translate-missing'))).results;
      expect(failed).toMatchObject({ company_id: first, outcome: 'updated', languages: ['ko', 'zh'] });
      expect([failed?.error, failed?.code]).not.toContain(null);
      expect(failed?.code).not.toBe('text_changed_meanwhile');
      expect(overtaken).toMatchObject({
        company_id: second,
        outcome: 'failed',
        languages: [],
        error: expect.stringContaining('changed meanwhile'),
        code: 'text_changed_meanwhile',
      });
    });

    test('what is missing in more companies than a job can have is all done, in several jobs', async () => {
      const companies = Array.from({ length: 1001 }, (_, i) => ({ name: `Acme ${i}` }));
      const made = await app.post('/api/admin/companies/bulk?taken=report', { companies }, as);
      const ids: string[] = made.json().items.map((item: { id: string }) => item.id);
      ai.reply('hang');
      const answer = await app.post('/api/admin/jobs', { kind: 'translate-missing' }, as);
      expect(answer.statusCode).toBe(201);
      const { more, ...first } = answer.json();
      expect([first.total, more.map((job: JobDetail) => job.total)]).toEqual([1000, [1]]);
      const jobs: JobDetail[] = await Promise.all([first.id, more[0].id].map(read));
      const all = jobs.flatMap(({ input }) => (input as { companyIds: string[] }).companyIds);
      expect(all.toSorted()).toEqual(ids.toSorted());
      // One after another: the second is taken up when the first is over.
      await asked(1);
      await app.post(`/api/admin/jobs/${first.id}/cancel`, undefined, as);
      await vi.waitFor(async () => expect((await read(more[0].id)).status).toBe('running'), {
        timeout: 10_000,
        interval: 30,
      });
      await app.post(`/api/admin/jobs/${more[0].id}/cancel`, undefined, as);
      await app.jobs.whenIdle();
    });

    test('a cancelled job stops, and what it was at is not kept', async () => {
      const ids = await makeCompanies(3);
      ai.reply({ says: { employees: 12 } }, 'hang');
      const id = await begin('ai-update', { companyIds: ids });
      await asked(2);
      expect((await undo(id)).json().code).toBe('conflict');
      const cancelled = await app.post(`/api/admin/jobs/${id}/cancel`, undefined, as);
      expect(cancelled.json()).toMatchObject({ status: 'cancelled', progress: 1 });
      const logged = async () => (await app.get('/api/admin/audit', as)).json()[0];
      expect(await logged()).toMatchObject({ action: 'job.cancel', subject: id });
      await app.jobs.whenIdle();
      const again = await app.post(`/api/admin/jobs/${id}/cancel`, undefined, as);
      expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
      expect(ai.asked).toHaveLength(2);
      expect((await company(ids[1] ?? '')).employees).toBe(5);
      expect((await undo(id)).json().results).toMatchObject([{ outcome: 'proposed', undone: null }]);
      expect(await logged()).toMatchObject({ action: 'job.undo', subject: id });
      expect((await company(ids[0] ?? '')).employees).toBe(5);
    });

    test('a job cancelled in one process saves nothing more in another', async () => {
      const ids = await makeCompanies(1);
      let answer = () => {};
      ai.reply(() => new Promise((resolve) => (answer = () => resolve({ says: { employees: 12 } }))));
      const id = await begin('ai-update', { companyIds: ids });
      await asked(1);
      const other = await sibling();
      await other.post(`/api/admin/jobs/${id}/cancel`, undefined, as);
      answer();
      await app.jobs.whenIdle();
      expect(await read(id)).toMatchObject({ status: 'cancelled', progress: 0, results: [] });
      expect((await company(ids[0] ?? '')).employees).toBe(5);
    });

    test('a stop in the middle loses nothing: the next start goes on where it was', async () => {
      const ids = await makeCompanies(3);
      ai.reply({ says: { employees: 12 } }, 'hang');
      const first = await sibling();
      // The first process keeps off while the second takes the job and is stopped in the middle of it.
      await app.jobs.stop();
      const id = await begin('ai-update', { companyIds: ids });
      first.jobs.wake();
      await asked(2);
      await first.close();
      others = [];
      expect(await read(id)).toMatchObject({ status: 'running', progress: 1 });
      ai.reply({ says: { employees: 13 } });
      await (await sibling()).get('/healthz');
      const job = await ended(id);
      expect(job).toMatchObject({ status: 'done', progress: 3 });
      expect(proposedEmployees(job)).toEqual([12, 13, 13]);
    });

    test('a process that vanished is succeeded when its lease runs out, and can save nothing after that', async () => {
      const ids = await makeCompanies(2);
      const answers: (() => void)[] = [];
      const later = () =>
        new Promise<AiReply>((resolve) => answers.push(() => resolve({ says: { employees: 99 } })));
      ai.reply(later, { says: { employees: 12 } }, later);
      const id = await begin('ai-update', { companyIds: ids });
      await asked(1);
      const other = await sibling();
      await other.get('/healthz');
      other.jobs.wake();
      await other.jobs.whenIdle();
      // The lease holds: nothing was taken over.
      expect(ai.asked).toHaveLength(1);
      other.clock.forward(31_000);
      other.jobs.wake();
      await asked(3);
      // The job is still running, but not in the process that comes back only now.
      answers[0]?.();
      await app.jobs.whenIdle();
      expect(await read(id)).toMatchObject({ status: 'running', progress: 1 });
      answers[1]?.();
      const job = await ended(id);
      expect(job).toMatchObject({ status: 'done', progress: 2 });
      expect(proposedEmployees(job)).toEqual([12, 99]);
    });

    test('two processes share the jobs and never do one twice', async () => {
      const ids = await makeCompanies(12);
      const other = await sibling();
      await other.get('/healthz');
      const jobs: string[] = [];
      for (const one of ids) {
        jobs.push(await begin('ai-update', { companyIds: [one] }));
        other.jobs.wake();
      }
      for (const one of jobs) {
        const job = await ended(one);
        expect(job).toMatchObject({ status: 'done', progress: 1 });
        expect(proposedEmployees(job)).toEqual([12]);
      }
      expect(ai.asked.map(nameIn).sort()).toEqual(ids.map((_, i) => `Acme ${i + 1}`).sort());
    });

    test('a key that is taken away ends the job with the reason', async () => {
      const ids = await makeCompanies(2);
      ai.reply(async () => {
        await app.post('/api/admin/settings', { enableAiUpdates: false }, as);
        return { says: { employees: 12 } };
      });
      const job = await ended(await begin('ai-update', { companyIds: ids }));
      expect(job).toMatchObject({
        status: 'failed',
        progress: 1,
        error: expect.stringContaining('turned off'),
      });
    });

    test.each([
      [{ kind: 'ai-update', input: { companyIds: [] } }, 400, 'validation_failed'],
      [{ kind: 'other', input: {} }, 400, 'validation_failed'],
      [{ kind: 'ai-update', input: { companyIds: ['x'], provider: 'gemini' } }, 409, 'ai_not_configured'],
    ])('%j is refused', async (body, status, code) => {
      const answer = await app.post('/api/admin/jobs', body, as);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    });

    test('an unknown job is not found', async () => {
      for (const path of ['', '/cancel', '/undo']) {
        const answer = await (path === ''
          ? app.get('/api/admin/jobs/nothing', as)
          : app.post(`/api/admin/jobs/nothing${path}`, undefined, as));
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
      }
    });
  });
}
