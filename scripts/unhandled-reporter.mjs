// Writes down errors that no test heard of. The exit code that Vitest gives such a run can get lost when the test
// database ends the process, and its JSON report does not mention them.
import { writeFileSync } from 'node:fs';

export default class UnhandledReporter {
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (file && errors.length > 0)
      writeFileSync(file, errors.map(({ stack, message }) => stack ?? message).join('\n\n'));
  }
}
