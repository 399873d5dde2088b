import { z } from 'zod';
import { refusedAs } from '../refusal.ts';
import { REVENUE_BASES } from './facts.ts';
import { SCORE_MAX } from './score.ts';

const STEPS_MAX = 10;
const stepPoints = z.number().int().min(0).max(SCORE_MAX);

/** Steps are read from the first to the last: one that the step before it covers would never count. */
const rises = (values: readonly number[]) =>
  values.every((value, i) => i === 0 || value > (values[i - 1] ?? value));

export const scoreRulesSchema = z.strictObject({
  base: stepPoints,
  revenue: z
    .array(z.object({ atLeast: z.number().min(0).max(1e15), points: stepPoints }))
    .max(STEPS_MAX)
    .refine((steps) => rises(steps.map(({ atLeast }) => -atLeast)), refusedAs('steps_out_of_order')),
  employees: z
    .array(z.object({ atMost: z.number().int().min(1).max(1e9), points: stepPoints }))
    .max(STEPS_MAX)
    .refine((steps) => rises(steps.map(({ atMost }) => atMost)), refusedAs('steps_out_of_order')),
  age: z.object({ perYear: z.number().int().min(0).max(SCORE_MAX), max: stepPoints }),
  uncounted: z.array(z.enum(REVENUE_BASES)).overwrite((bases) => [...new Set(bases)]),
});
