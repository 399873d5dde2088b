import { expect, test } from 'vitest';
import type { JobDetail, JobResult } from '../../../core/jobs/calls.ts';
import { canUndo, countOutcomes, repeatFailed, sortResults } from './job-state.ts';

const result = (company_id: string, more: Partial<JobResult>): JobResult => ({
  company_id,
  name: company_id,
  outcome: 'updated',
  updatedFields: [],
  proposed: [],
  model: null,
  languages: [],
  error: null,
  code: null,
  version: 2,
  undone: null,
  ...more,
});

const failed = (id: string) => result(id, { outcome: 'failed', version: null, error: 'It hung up.' });

const job = (results: JobResult[], more: Partial<JobDetail> = {}): JobDetail => ({
  id: 'job',
  kind: 'ai-update',
  status: 'done',
  progress: results.length,
  total: results.length,
  error: null,
  created_by: 'admin',
  created_at: '2026-11-05T06:07:00.000Z',
  started_at: null,
  finished_at: null,
  input: { companyIds: results.map(({ company_id }) => company_id), provider: 'gemini', language: 'ko' },
  results,
  ...more,
});

test('what failed comes first, and outcomes that nobody had are not counted', () => {
  const results = [result('a', {}), failed('b'), result('c', {}), result('d', { outcome: 'proposed' })];
  expect(sortResults(results).map(({ company_id }) => company_id)).toEqual(['b', 'd', 'a', 'c']);
  expect(countOutcomes(results)).toEqual([
    { outcome: 'failed', count: 1 },
    { outcome: 'proposed', count: 1 },
    { outcome: 'updated', count: 2 },
  ]);
});

test('only an ended job is undone, and only while something of it stands', () => {
  expect(canUndo(job([result('a', {})]))).toBe(true);
  expect(canUndo(job([result('a', {})], { status: 'cancelled' }))).toBe(true);
  expect(canUndo(job([result('a', {})], { status: 'running' }))).toBe(false);
  expect(canUndo(job([result('a', { undone: 'kept' }), failed('b')]))).toBe(false);
});

test('a repetition asks the same for the companies that failed, in part too', () => {
  const partly = result('b', { languages: ['ja'], error: 'The translation is incomplete.' });
  expect(repeatFailed(job([result('a', {}), partly, failed('c')]))).toEqual({
    kind: 'ai-update',
    input: { companyIds: ['b', 'c'], provider: 'gemini', language: 'ko' },
  });
  expect(repeatFailed(job([result('a', {})]))).toBeNull();
  expect(repeatFailed(job([failed('a')], { status: 'running' }))).toBeNull();
});
