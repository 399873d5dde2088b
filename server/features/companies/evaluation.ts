import { sql } from 'kysely';
import type { ScoreMove } from '../../../core/companies/admin-calls.ts';
import { type ScoreRules, scoreParts } from '../../../core/companies/score.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { writeState } from '../../platform/database/state.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { noteRankMoves, type RankMove } from './note-changes.ts';

/** When the last evaluation ended, in the table `state`. */
export const LAST_EVALUATION = 'last_evaluation';
/** Companies of one write: the public goes on writing between two of them. */
const EVALUATION_BATCH = 1000;
/** Places that a company has to move by for readers to be told. */
const REPORTED_PLACES_MIN = 5;
/** Moves of one evaluation that readers are told: other rules move nearly all companies. */
const REPORTED_MOVES_MAX = 20;

interface Evaluated {
  id: string;
  name: string;
  name_key: string;
  isShown: boolean;
  score: number;
  perPerson: number;
  likes: number;
  after: { score: number; likes: number };
  parts: ScoreMove['parts'];
}

/** Companies after an id, each with its evaluation. */
async function evaluate(
  db: Db,
  year: number,
  after: string,
  limit: number,
  rules?: ScoreRules,
): Promise<Evaluated[]> {
  const rows = await db
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', DEFAULT_LANGUAGE),
    )
    .select([
      'c.id',
      'l.name',
      'c.name_key',
      'c.show_on_site',
      'c.revenue',
      'c.revenue_basis',
      'c.employees',
      'c.founded',
      'c.score',
      'c.likes',
      'c.likes_imported',
      'c.revenue_per_person',
    ])
    .select((eb) =>
      eb
        .selectFrom('likes as k')
        .whereRef('k.company_id', '=', 'c.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('recorded'),
    )
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const parts = scoreParts(row, year, rules);
    return {
      id: row.id,
      name: row.name,
      name_key: row.name_key,
      isShown: row.show_on_site === 1,
      score: row.score,
      perPerson: row.revenue_per_person,
      likes: row.likes,
      after: { score: parts.total, likes: row.likes_imported + Number(row.recorded ?? 0) },
      parts,
    };
  });
}

const changes = (company: Evaluated) =>
  company.score !== company.after.score || company.likes !== company.after.likes;

async function* allEvaluated(db: Db, year: number, rules?: ScoreRules): AsyncGenerator<Evaluated[]> {
  let after = '';
  for (;;) {
    const batch = await evaluate(db, year, after, EVALUATION_BATCH, rules);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}

/** The places of companies by some figures of theirs, from 1. */
const ranksBy = (
  companies: readonly Evaluated[],
  figures: (company: Evaluated) => { score: number; likes: number },
): Map<string, number> =>
  new Map(
    [...companies]
      .sort((a, b) => {
        const [x, y] = [figures(a), figures(b)];
        return (
          y.score - x.score ||
          b.perPerson - a.perPerson ||
          y.likes - x.likes ||
          (a.name_key < b.name_key ? -1 : 1)
        );
      })
      .map((company, i) => [company.id, i + 1]),
  );

/** The furthest moves of shown companies whose own score changed. */
function reportedMoves(companies: readonly Evaluated[]): RankMove[] {
  const shown = companies.filter(({ isShown }) => isShown);
  const [before, after] = [ranksBy(shown, (company) => company), ranksBy(shown, (company) => company.after)];
  return shown
    .filter(({ score, after: { score: next } }) => score !== next)
    .map(({ id }) => ({ companyId: id, before: before.get(id) ?? 0, after: after.get(id) ?? 0 }))
    .filter((move) => Math.abs(move.after - move.before) >= REPORTED_PLACES_MIN)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, REPORTED_MOVES_MAX);
}

/**
 * Which companies an evaluation would move, those that move furthest first.
 * @param rules to try instead of those in force
 */
export async function previewEvaluation(
  db: Db,
  year: number,
  limit: number,
  rules?: ScoreRules,
): Promise<{ total: number; moving: number; moves: ScoreMove[] }> {
  const all: Evaluated[] = [];
  for await (const batch of allEvaluated(db, year, rules)) all.push(...batch);
  const before = ranksBy(all, (company) => company);
  const after = ranksBy(all, (company) => company.after);
  const moves = all.filter(changes).map((company) => ({
    id: company.id,
    name: company.name,
    score: { before: company.score, after: company.after.score },
    rank: { before: before.get(company.id) ?? 0, after: after.get(company.id) ?? 0 },
    likes: { before: company.likes, after: company.after.likes },
    parts: company.parts,
  }));
  const distance = (move: ScoreMove) => Math.abs(move.score.after - move.score.before);
  moves.sort((a, b) => distance(b) - distance(a) || a.rank.after - b.rank.after);
  return { total: all.length, moving: moves.length, moves: moves.slice(0, limit) };
}

/**
 * Recomputes every score and recounts every company's likes (specification, 'Company Scores').
 * @returns how many companies were evaluated, and how many of them changed
 */
export async function runEvaluation(
  database: Database,
  year: number,
  now: Date,
): Promise<{ updatedCount: number; changedCount: number }> {
  let updatedCount = 0;
  let changedCount = 0;
  let after = '';
  const all: Evaluated[] = [];
  for (;;) {
    // Counted inside the write, so that a like which comes meanwhile is not lost.
    const last = await database.write(async (unit) => {
      const { tx } = unit;
      const batch = await evaluate(tx, year, after, EVALUATION_BATCH);
      for (const company of batch.filter(changes)) {
        await tx
          .updateTable('companies')
          .set((eb) => ({
            score: company.after.score,
            likes: sql<number>`${eb.ref('likes_imported')} + (select count(*) from likes as k where k.company_id = companies.id)`,
          }))
          .where('id', '=', company.id)
          .execute();
        changedCount++;
      }
      updatedCount += batch.length;
      all.push(...batch);
      if (batch.some(changes)) unit.changed('scores', 'all');
      return batch.at(-1);
    });
    if (!last) break;
    after = last.id;
  }
  const moves = reportedMoves(all);
  await database.write(async (unit) => {
    await writeState(unit.tx, LAST_EVALUATION, now.toISOString());
    if (moves.length === 0) return;
    await noteRankMoves(unit.tx, moves, now);
    unit.changed('scores', 'all');
  });
  return { updatedCount, changedCount };
}
