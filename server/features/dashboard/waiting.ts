import { sql } from 'kysely';
import type { Waiting } from '../../../core/dashboard/calls.ts';
import { DAY } from '../../../core/time.ts';
import type { Database } from '../../platform/database/types.ts';
import { findFailures } from '../failures/index.ts';

/** Failed jobs are news for this long, in milliseconds. */
const JOBS_SINCE = 7 * DAY;

/** Counts what waits for somebody, and names the job that failed last. Reads in the thread for long reads: texts and reports can be many. */
export async function findWaiting(
  { read, scan }: Database,
  now: Date,
): Promise<Waiting & { failed_job: string | undefined }> {
  const count = sql<number>`count(*)`;
  const since = new Date(now.getTime() - JOBS_SINCE).toISOString();
  const [held, reported, pending, unreviewed, jobs, mails, refused, mail, failures] = await Promise.all([
    read
      .selectFrom('comments')
      .select(count.as('n'))
      // In words that both databases recognise as the condition of the index by status.
      .where('status', '!=', sql.lit('published' as const))
      .where('status', '=', 'held')
      .executeTakeFirstOrThrow(),
    scan
      .selectFrom('comments as c')
      .innerJoin('comment_reports as r', 'r.comment_id', 'c.id')
      .select((eb) => eb.fn.count<number>('c.id').distinct().as('n'))
      .where('c.status', '!=', 'deleted')
      .executeTakeFirstOrThrow(),
    scan
      .selectFrom('company_texts')
      .select((eb) => eb.fn.count<number>('company_id').distinct().as('n'))
      .where('pending_since', 'is not', null)
      .executeTakeFirstOrThrow(),
    scan
      .selectFrom('company_texts')
      .select((eb) => eb.fn.count<number>('company_id').distinct().as('n'))
      .where('reviewed', '=', sql.lit(0))
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('jobs')
      .select('id')
      .where('finished_at', '>=', since)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'failed'),
          eb.and([eb('status', '=', 'done'), eb('results', 'like', '%"outcome":"failed"%')]),
        ]),
      )
      .orderBy('finished_at', 'desc')
      .execute(),
    read
      .selectFrom('outbox')
      .select(count.as('n'))
      .where('last_error', 'is not', null)
      .where('refused_at', 'is', null)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('outbox')
      .select(count.as('n'))
      .where('refused_at', 'is not', null)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('outbox')
      .select('last_error')
      .where('last_error', 'is not', null)
      .orderBy('next_attempt_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    findFailures(read),
  ]);
  return {
    held_comments: Number(held.n),
    reported_comments: Number(reported.n),
    pending_translations: Number(pending.n),
    unreviewed_translations: Number(unreviewed.n),
    failed_jobs: jobs.length,
    failed_job: jobs[0]?.id,
    delayed_mails: Number(mails.n),
    refused_mails: Number(refused.n),
    mail_error: mail?.last_error ?? null,
    failures,
  };
}
