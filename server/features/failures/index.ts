export { type Failure, type Failures, findFailures } from './failures.ts';
