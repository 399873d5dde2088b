// What a runner's report says of a run of the tests.
import { readFileSync } from 'node:fs';

/** How each runner's report counts, and how many tests there are at least: fewer were not found. */
const RUNNERS = {
  unit: {
    atLeast: 1900,
    count: (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests, skipped: r.numPendingTests }),
  },
  e2e: {
    atLeast: 380,
    count: (r) => ({
      passed: r.stats.expected + r.stats.flaky,
      failed: r.stats.unexpected,
      skipped: r.stats.skipped,
    }),
  },
};

/**
 * Adds a report to the counts of all. Returns what is wrong with it, or undefined: a run that looked
 * away is no good run, whatever its exit code.
 */
export function addReport(counts, runner, file) {
  const { atLeast, count } = RUNNERS[runner];
  let result;
  try {
    result = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return 'The report is missing or cannot be read.';
  }
  const { passed, failed, skipped } = result;
  const all = passed + failed + skipped;
  if (!Number.isInteger(all)) return 'The report does not say how many tests ran.';
  for (const key of Object.keys(result)) counts[key] += result[key];
  if (failed > 0) return `${failed} failed.`;
  if (all < atLeast) return `Only ${all} tests were found, of ${atLeast} at least.`;
  return undefined;
}
