// What a runner's report says of a run of the tests.
import { existsSync, readFileSync } from 'node:fs';

/** How each runner's report counts, and how many tests there are at least: fewer were not found. */
const RUNNERS = {
  unit: {
    atLeast: 3000,
    count: (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests, skipped: r.numPendingTests }),
    // A process that crashed fails no test: those that it still had to run are counted nowhere.
    isGood: (r) => r.success,
  },
  e2e: {
    atLeast: 400,
    count: (r) => ({
      passed: r.stats.expected + r.stats.flaky,
      failed: r.stats.unexpected,
      skipped: r.stats.skipped,
    }),
    isGood: (r) => r.errors?.length === 0,
  },
};

/** The file beside a report with the errors that no test heard of. */
export const unhandledOf = (report) => `${report}.unhandled`;

/**
 * Adds a report to the counts of all. Returns what is wrong with it, or undefined: a run that looked
 * away is no good run, whatever its exit code.
 * @param isWhole whether all tests were asked for, so that few of them are a mistake
 */
export function addReport(counts, runner, file, isWhole = true) {
  const { atLeast, count, isGood } = RUNNERS[runner];
  let result;
  let went;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    result = count(report);
    went = isGood(report);
  } catch {
    return 'The report is missing or cannot be read.';
  }
  const { passed, failed, skipped } = result;
  const all = passed + failed + skipped;
  if (!Number.isInteger(all)) return 'The report does not say how many tests ran.';
  for (const key of Object.keys(result)) counts[key] += result[key];
  if (failed > 0) return `${failed} failed.`;
  if (!went) return 'No test failed, but the run did: something ended before its tests did.';
  if (existsSync(unhandledOf(file)))
    return `Errors were not handled:\n${readFileSync(unhandledOf(file), 'utf8')}`;
  if (isWhole && all < atLeast) return `Only ${all} tests were found, of ${atLeast} at least.`;
  return undefined;
}
